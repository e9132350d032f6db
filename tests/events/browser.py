"""Chromium without a window, driven over pipes by its DevTools protocol."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PATIENCE = 120  # seconds
LAUNCH = """
import os, sys
ends = [os.dup(int(end)) for end in sys.argv[1:3]]
for end, number in zip(ends, (3, 4)):
    os.dup2(end, number)
    os.set_inheritable(number, True)
os.execv(sys.argv[3], sys.argv[3:])
"""  # the browser reads from descriptor 3 and writes to 4


class Tab:
    """One page. Every request that it sends to a network is refused and noted."""

    def __init__(self, into: int, out: int) -> None:
        self._into, self._out = into, out
        self._rest = b""
        self._number = 0
        self._session = ""
        self.requests: list[str] = []
        self.errors: list[str] = []

    def open(self, page: Path) -> None:
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Network", "Page", "Runtime", "Log"):
            self.send(f"{domain}.enable")
        self.send("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0)
        self.send("Page.navigate", url=page.as_uri())
        until = time.monotonic() + PATIENCE
        while self.run("document.readyState + ' ' + document.URL") != f"complete {page.as_uri()}":
            assert time.monotonic() < until, "the page does not load"
            time.sleep(0.05)

    def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        return self.send("Runtime.evaluate", expression=script, returnByValue=True)["result"].get("value")

    def click(self, element: str) -> None:
        """Clicks in the middle of what the expression gives."""
        box = f"(e => {{ e.scrollIntoView(); const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2] }})({element})"
        x, y = self.run(box)
        for kind in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def press(self, key: str, code: int, text: str = "") -> None:
        self.send("Input.dispatchKeyEvent", type="keyDown", key=key, code=key, windowsVirtualKeyCode=code, text=text)
        self.send("Input.dispatchKeyEvent", type="keyUp", key=key, code=key, windowsVirtualKeyCode=code)

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """What the browser answers to a command."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        os.write(
            self._into, json.dumps(message | ({"sessionId": self._session} if self._session else {})).encode() + b"\0"
        )
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return dict(answer["result"])
            self._note(answer)

    def _note(self, event: dict[str, Any]) -> None:
        params = event.get("params", {})
        match event.get("method"):
            case "Network.requestWillBeSent":
                self.requests.append(params["request"]["url"])
            case "Runtime.exceptionThrown":
                self.errors.append(str(params["exceptionDetails"]))
            case "Log.entryAdded" if params["entry"]["level"] == "error":
                self.errors.append(params["entry"]["text"])

    def _next(self) -> dict[str, Any]:
        until = time.monotonic() + PATIENCE
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._out], [], [], max(0, until - time.monotonic()))
            assert ready, "the browser does not answer"
            more = os.read(self._out, 1 << 16)
            assert more, "the browser has ended"
            self._rest += more
        message, _, self._rest = self._rest.partition(b"\0")
        return dict(json.loads(message))


@contextmanager
def tab(profile: Path) -> Iterator[Tab]:
    """A new browser with its files in a folder; it is ended afterwards."""
    assert PROGRAM
    theirs_in, ours_out = os.pipe()
    ours_in, theirs_out = os.pipe()
    command = [sys.executable, "-c", LAUNCH, str(theirs_in), str(theirs_out), PROGRAM]
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", f"--user-data-dir={profile}"]
    browser = subprocess.Popen(
        [*command, *options], pass_fds=(theirs_in, theirs_out), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.close(theirs_in)
    os.close(theirs_out)
    try:
        yield Tab(ours_out, ours_in)
    finally:
        browser.terminate()
        browser.wait(PATIENCE)
        os.close(ours_out)
        os.close(ours_in)
