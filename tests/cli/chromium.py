"""A headless Chromium, driven through its DevTools protocol: opens a page, touches and clicks cells of its terminal, types, and
keeps what it downloads."""

from __future__ import annotations

import asyncio
import base64
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ARGUMENTS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-extensions",
    "--mute-audio",
)
# the rows of the terminal as text, and where its first cell is and how large cells are
TEXT = "[...document.querySelectorAll('.xterm-rows > div')].map(row => row.textContent).join('\\n')"
CELLS = """(() => {
  const screen = document.querySelector('.xterm-screen').getBoundingClientRect();
  const rows = document.querySelectorAll('.xterm-rows > div').length;
  return [screen.left, screen.top, screen.width, screen.height, rows];
})()"""
# drawn on a canvas the text is seen by nobody; without one the terminal writes it into the page
WITHOUT_CANVAS = "HTMLCanvasElement.prototype.getContext = (get => function (kind, ...more) { return kind.startsWith('webgl') ? null : get.call(this, kind, ...more); })(HTMLCanvasElement.prototype.getContext);"


class Page:
    """One page. ``downloads``: the folder of what it downloads."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, downloads: Path) -> None:
        self._socket = socket
        self.downloads = downloads
        self._number = 0
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._reader = asyncio.create_task(self._read())
        self.requested: list[str] = []

    async def _read(self) -> None:
        async for message in self._socket:
            found = message.json()
            if found.get("method") == "Network.requestWillBeSent":
                self.requested.append(found["params"]["request"]["url"])
            waiting = self._answers.pop(found.get("id", 0), None)
            if waiting is not None and not waiting.done():
                waiting.set_result(found)

    async def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._number += 1
        number, future = self._number, asyncio.get_running_loop().create_future()
        self._answers[number] = future
        await self._socket.send_json({"id": number, "method": method, "params": parameters})
        answer = await asyncio.wait_for(future, 20)
        assert "error" not in answer, answer
        return answer["result"]  # type: ignore[no-any-return]

    async def value(self, expression: str) -> Any:
        result = await self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        return result["result"].get("value")

    async def open(self, address: str, width: int, height: int, *, touch: bool) -> None:
        """Opens the address in a window of this size; ``touch``: of a phone."""
        await self.call("Page.enable")
        await self.call("Network.enable")
        await self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=2 if touch else 1,
            mobile=touch,
        )
        await self.call("Emulation.setTouchEmulationEnabled", enabled=touch)
        await self.call("Page.addScriptToEvaluateOnNewDocument", source=WITHOUT_CANVAS)
        await self.call("Page.navigate", url=address)

    async def text(self) -> str:
        """What the terminal shows."""
        return str(await self.value(TEXT) or "").replace("\u00a0", " ")

    async def until(self, seen: str, seconds: float = 30) -> str:
        """What the terminal shows once this text is there."""
        text = ""
        for _try in range(int(seconds * 10)):
            text = await self.text()
            if seen in text:
                return text
            await asyncio.sleep(0.1)
        raise AssertionError(f"{seen!r} did not appear:\n{text}")

    async def at(self, text: str) -> tuple[float, float]:
        """The middle of the first cell of a text."""
        lines = (await self.until(text)).split("\n")
        row = next(n for n, line in enumerate(lines) if text in line)
        left, top, width, height, rows = await self.value(CELLS)
        columns = max(map(len, lines))
        x = left + (lines[row].index(text) + 0.5) * width / columns
        return x, top + (row + 0.5) * height / rows

    async def click(self, text: str) -> None:
        """A click of the mouse on this text."""
        x, y = await self.at(text)
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            await self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
        await asyncio.sleep(0.3)

    async def tap(self, text: str) -> None:
        """A tap of a finger on this text."""
        x, y = await self.at(text)
        await self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        await self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        await asyncio.sleep(0.3)

    async def type(self, text: str) -> None:
        for letter in text:
            await self.call("Input.dispatchKeyEvent", type="keyDown", text=letter, key=letter)
            await self.call("Input.dispatchKeyEvent", type="keyUp", key=letter)
        await asyncio.sleep(0.3)

    async def key(self, name: str, code: int, *, control: bool = False) -> None:
        """A key by its name and number."""
        for kind in ("rawKeyDown", "keyUp"):
            own = {"key": name, "windowsVirtualKeyCode": code, "modifiers": 2 if control else 0}
            await self.call("Input.dispatchKeyEvent", type=kind, **own)
        await asyncio.sleep(0.3)

    async def downloaded(self) -> Path:
        """The first file that was downloaded whole."""
        for _try in range(200):
            done = [file for file in self.downloads.iterdir() if file.suffix != ".crdownload"]
            if done:
                return done[0]
            await asyncio.sleep(0.1)
        raise AssertionError("nothing was downloaded")

    async def picture(self, file: Path) -> None:
        found = await self.call("Page.captureScreenshot", format="png")
        file.write_bytes(base64.b64decode(found["data"]))


@asynccontextmanager
async def browser(folder: Path) -> AsyncIterator[Page]:
    """A page of a new browser, which keeps its files in the folder."""
    assert PROGRAM is not None
    profile, downloads = folder / "profile", folder / "downloads"
    downloads.mkdir(parents=True)
    command = [PROGRAM, *ARGUMENTS, "--remote-debugging-port=0", f"--user-data-dir={profile}", "about:blank"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: ASYNC220 - at once
    try:
        port = await _port(profile / "DevToolsActivePort")
        async with aiohttp.ClientSession() as client:
            async with client.get(f"http://127.0.0.1:{port}/json/list") as answer:
                pages = await answer.json()
            async with client.get(f"http://127.0.0.1:{port}/json/version") as answer:
                whole = (await answer.json())["webSocketDebuggerUrl"]
            target = next(one for one in pages if one["type"] == "page")["webSocketDebuggerUrl"]
            async with client.ws_connect(whole) as all_of_it, client.ws_connect(target, max_msg_size=0) as socket:
                await Page(all_of_it, downloads).call(
                    "Browser.setDownloadBehavior", behavior="allow", downloadPath=str(downloads)
                )
                yield Page(socket, downloads)
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(10)


async def _port(file: Path) -> int:
    for _try in range(200):
        with suppress(OSError, ValueError, IndexError):
            return int(file.read_text().splitlines()[0])
        await asyncio.sleep(0.1)
    raise AssertionError("Chromium did not start")
