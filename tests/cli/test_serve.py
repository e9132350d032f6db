"""`listbuilder serve`: who may reach it, what files it may touch, and the builder in a real browser at two sizes."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

MISSING = importlib.util.find_spec("textual_serve") is None or importlib.util.find_spec("aiohttp") is None
needs_extra = pytest.mark.skipif(MISSING, reason="the extra listbuilder[serve] is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")

LIST = """\
name: Small
system: wh40k-10e
faction: orks
detachment: war-horde
battle_size: incursion
units:
  - {id: boss, datasheet: warboss, warlord: true}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "lists"
    found.mkdir()
    (found / "small.yaml").write_text(LIST)
    return found


@asynccontextmanager
async def served(folder: Path, *options: str) -> AsyncIterator[str]:
    """The address of a server of the folder, or of the list."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    command = [sys.executable, "-m", "listbuilder", "--lang", "en", "serve", str(folder), "--port", str(port), *options]
    own = {"LISTBUILDER_STATE_DIR": str(folder.parent / "state"), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE, env={**os.environ, **own})
    try:
        assert process.stdout is not None
        said = (await asyncio.wait_for(process.stdout.readline(), 60)).decode()
        assert "http://127.0.0.1" in said
        assert "no login" in (await process.stdout.readline()).decode()
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.send_signal(signal.SIGINT)
        try:
            await asyncio.wait_for(process.wait(), 20)
        except TimeoutError:
            process.kill()


@needs_extra
@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="a signal of Unix")
async def test_a_server_whose_terminal_is_closed_ends_its_builders(monkeypatch):
    from listbuilder.cli.server import WebServer

    handlers = []
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(loop, "add_signal_handler", lambda number, handler: handlers.append((number, handler)))
    for known, number in ((signal.SIG_DFL, 1), (signal.SIG_IGN, 0)):  # nohup ignores it
        monkeypatch.setattr(signal, "getsignal", lambda _number, known=known: known)
        app = await WebServer("", "127.0.0.1", 1, (), remote=False)._make_app()
        await app.on_startup[-1](app)
        assert [one for one, _ in handlers] == [signal.SIGHUP] * number
        for _, stop in handlers:
            with pytest.raises(SystemExit):
                stop()
        handlers.clear()


# --- who may reach it


@needs_extra
def test_other_machines_only_when_that_is_said(folder, call):
    done = call("--lang", "en", "serve", str(folder), "--host", "0.0.0.0")
    assert done.status == 2
    assert "--allow-remote" in done.err


def test_a_folder_that_is_not_there(tmp_path, call):
    done = call("--lang", "en", "serve", str(tmp_path / "none" / "list.yaml"))
    assert done.status == 2
    assert "no folder" in done.err


def test_without_the_extra_it_says_what_to_install(folder, call, monkeypatch):
    monkeypatch.setitem(sys.modules, "listbuilder.cli.server", None)
    done = call("--lang", "en", "serve", str(folder))
    assert done.status == 2
    assert "listbuilder[serve]" in done.err


@needs_extra
@pytest.mark.parametrize(
    ("host", "names", "remote", "known"),
    [
        ("localhost:8000", (), False, True),
        ("127.0.0.1", (), False, True),
        ("[::1]:8000", (), False, True),
        ("127.0.0.1.evil.example", (), False, False),
        ("localhost.evil.example:8000", (), True, False),
        ("192.168.1.7:8000", (), False, False),
        ("192.168.1.7:8000", (), True, True),
        ("club-pc:8000", (), True, False),
        ("club-pc:8000", ("Club-PC",), True, True),
        ("", (), True, False),
        ("[:::", (), True, False),
    ],
)
def test_names_that_mean_the_server(host, names, remote, known):
    from listbuilder.cli.server import is_known

    assert is_known(host, names, remote=remote) is known


@needs_extra
async def test_pages_of_others_are_refused(folder):
    import aiohttp

    async with served(folder) as address, aiohttp.ClientSession() as client:

        async def status(path: str, **headers: str) -> int:
            async with client.get(address + path, headers=headers) as answer:
                return answer.status

        host = address.split("/")[2]
        assert await status("") == 200
        assert await status("static/js/textual.js") == 200
        assert await status("", Host="evil.example") == 403
        assert await status("static/js/textual.js", **{"Sec-Fetch-Site": "cross-site"}) == 403
        assert await status("static/") == 403
        assert await status("static/..%2f..%2fserver.py") in {403, 404}
        assert await status("download/guess") == 404
        for origin in ("http://evil.example", f"https://{host}.evil.example", "null", ""):
            with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
                await client.ws_connect(address + "ws", headers={"Origin": origin} if origin else {})
            assert caught.value.status == 403
        async with client.ws_connect(address + "ws", headers={"Origin": f"http://{host}"}) as session:
            assert (await session.receive(30)).type in {aiohttp.WSMsgType.BINARY, aiohttp.WSMsgType.TEXT}
        async with client.get(address) as answer:
            assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
            assert "https://" not in await answer.text()


# --- what files it may touch

INSIDE = """
import os, sys
from pathlib import Path
from listbuilder.cli.confined import confine
from listbuilder.sources import places

inside, outside = Path(sys.argv[1]), Path(sys.argv[2])
import listbuilder.sources.registry
confine(inside)

def allowed(do):
    try:
        do()
    except PermissionError as error:
        assert "outside of the folder" in str(error), error
        return False
    return True

link = inside / "link"
journals = places.state_dir() / "journal"
found = {
    "journal": allowed(lambda: journals.mkdir(parents=True)),
    "read": allowed((inside / "a").read_bytes),
    "write": allowed(lambda: (inside / "b").write_text("b")),
    "rename": allowed(lambda: (inside / "b").rename(inside / "c")),
    "list": allowed(lambda: os.listdir(inside)),
    "own code": allowed(lambda: Path(listbuilder.sources.registry.__file__).read_bytes()),
    "read outside": allowed((outside / "a").read_bytes),
    "through a link": allowed(link.read_bytes),
    "up": allowed((inside / ".." / outside.name / "a").read_bytes),
    "write outside": allowed(lambda: (outside / "new").write_text("x")),
    "low level": allowed(lambda: os.open(outside / "new", os.O_WRONLY | os.O_CREAT)),
    "list outside": allowed(lambda: os.listdir(outside)),
    "walk outside": allowed(lambda: list(os.scandir(outside))),
    "remove outside": allowed((outside / "a").unlink),
    "move out": allowed(lambda: (inside / "c").rename(outside / "c")),
    "write own code": allowed(lambda: open(listbuilder.sources.registry.__file__, "r+")),
    "password": allowed(lambda: open("/etc/passwd")),
}
print(",".join(name for name, done in found.items() if done))
"""


@pytest.mark.skipif(os.name != "posix", reason="links and paths of Unix")
def test_no_module_of_the_folder_is_run(tmp_path):
    for name in ("listbuilder.py", "click.py"):
        (tmp_path / name).write_text("raise SystemExit('a module of the folder was run')")
    code = (
        "import subprocess, sys; from pathlib import Path; from listbuilder.cli.serve import _prepare; "
        "_prepare(Path(sys.argv[1]), []); "
        "sys.exit(subprocess.run([sys.executable, '-m', 'listbuilder', '--version']).returncode)"
    )
    done = subprocess.run([sys.executable, "-c", code, tmp_path], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_confined_process_stays_in_its_folder(tmp_path):
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    for folder in (inside, outside):
        folder.mkdir()
        (folder / "a").write_text("a")
    (inside / "link").symlink_to(outside / "a")
    environment = {**os.environ, "LISTBUILDER_STATE_DIR": str(tmp_path / "new" / "served" / "state")}
    command = [sys.executable, "-c", INSIDE, str(inside), str(outside)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment, timeout=60)
    assert done.stdout.strip() == "journal,read,write,rename,list,own code"
    assert (outside / "a").exists()


# --- in a browser


@pytest.mark.unmeasured
@needs_extra
@needs_browser
@pytest.mark.parametrize(("width", "height", "touch"), [(1280, 800, False), (390, 844, True)], ids=["desktop", "phone"])
async def test_a_list_is_opened_changed_and_printed_in_a_browser(folder, tmp_path, width, height, touch):
    from tests.cli.chromium import browser

    secret = tmp_path / "secret.yaml"
    secret.write_text(LIST.replace("Small", "Secret"))
    async with served(folder) as address, browser(tmp_path / "browser") as page:
        press = page.tap if touch else page.click
        await page.open(address, width, height, touch=touch)
        await page.until("Small")
        assert max(map(len, (await page.text()).split("\n"))) >= 40
        await press("↵ open")
        await page.until("a add")
        await press("a add")
        await page.until("Beastboss")
        await press("Weirdboy")
        await press("↵ add")
        await page.until("a add")
        await page.type("s")
        for _try in range(100):
            if "weirdboy" in (folder / "small.yaml").read_text():
                break
            await asyncio.sleep(0.1)
        assert "weirdboy" in (folder / "small.yaml").read_text()

        await page.type("p")
        await page.until("Booklet")
        await press("Roster")
        printed = await page.downloaded()
        assert printed.name == "small.pdf"
        assert printed.read_bytes().startswith(b"%PDF-")
        assert all(url.startswith((address, "data:")) for url in page.requested)  # nothing from elsewhere
        assert not (folder / "exports").exists()


@pytest.mark.unmeasured
@needs_extra
async def test_a_file_outside_of_the_folder_is_not_opened(folder, tmp_path):
    import aiohttp

    secret = tmp_path / "secret.yaml"
    secret.write_text(LIST.replace("Small", "Secret"))
    async with served(folder) as address, aiohttp.ClientSession() as client:
        own = {"Origin": address.rstrip("/")}
        async with client.ws_connect(f"{address}ws?width=120&height=40", headers=own) as session:
            seen = await shown(session, "Small")
            await session.send_json(["stdin", "i"])
            seen += await shown(session, "Paste or open")
            await session.send_json(["stdin", str(secret)])
            seen += await shown(session, "opens it")
            await session.send_json(["stdin", "\x0f"])  # ctrl+o
            seen += await shown(session, "The file cannot be opened")  # the reason may stand on two lines
            assert "Secret" not in seen


async def shown(session, text: str) -> str:
    """What the terminal is sent until this text is there."""
    seen = ""
    try:
        async with asyncio.timeout(60):
            while text not in seen:
                message = await session.receive(30)
                seen += (
                    message.data.decode("utf-8", "replace") if isinstance(message.data, bytes) else str(message.data)
                )
    except TimeoutError:
        pytest.fail(f"{text!r} is not in {seen[-2000:]!r}")
    return seen
