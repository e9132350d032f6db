"""The builder in a browser: textual-serve, with a page of our own and without doors that it leaves open.

Each connection is a process of its own, confined to the folder. A page of another site cannot reach it: the host that the
browser asks for and the origin of the page are checked, so that neither a link nor a name that leads here does.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import signal
import sys
from collections.abc import Awaitable, Callable, Sequence
from html import escape
from importlib.resources import files
from typing import NoReturn
from urllib.parse import quote, urlsplit

from aiohttp import web
from textual_serve.server import Server

from listbuilder.i18n import _

MOST_SESSIONS = 8
PAGE = files("listbuilder.cli") / "web"
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches an address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_known(host: str, names: Sequence[str], *, remote: bool) -> bool:
    """Whether a browser that asks for this host means this server: a name that somebody else's page made lead here does not."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    if is_loopback(name) or name in {known.lower() for known in names}:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return remote


class WebServer(Server):
    """``command``: starts a builder; ``names``: hosts under which it is known, besides addresses; ``remote``: whether other
    machines may reach it."""

    def __init__(self, command: str, host: str, port: int, names: Sequence[str], *, remote: bool) -> None:
        super().__init__(command, host, port)
        self._names, self._remote = names, remote
        self._sessions = 0

    async def _make_app(self) -> web.Application:
        app = web.Application(middlewares=[self._guard])
        app.add_routes(
            [
                web.get("/", self._page),
                web.get("/page.css", _file("page.css", "text/css")),
                web.get("/page.js", _file("page.js", "text/javascript")),
                web.get("/ws", self.handle_websocket),
                web.get("/download/{key}", self.handle_download),
                web.static("/static", self.statics_path),
            ]
        )
        app.on_response_prepare.append(_finish)
        app.on_startup.append(_notice_hang_up)
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuses whoever does not come from our own page."""
        host = request.headers.get("Host", "")
        if not is_known(host, self._names, remote=self._remote):
            raise web.HTTPForbidden(text=_("{host} is not a name of this server").format(host=host[:100]))
        origin = request.headers.get("Origin")
        if origin is not None or request.path == "/ws":
            asked = urlsplit(origin or "")
            if asked.scheme not in {"http", "https"} or asked.netloc.lower() != host.lower():
                raise web.HTTPForbidden(text=_("a page of another site may not do this"))
        elif request.headers.get("Sec-Fetch-Site", "none") not in {"none", "same-origin"} and request.path != "/":
            raise web.HTTPForbidden(text=_("a page of another site may not do this"))
        return await handler(request)

    async def _page(self, request: web.Request) -> web.Response:
        text = (
            (PAGE / "page.html").read_text("utf-8").replace("{closed}", escape(_("The session has ended. Start again")))
        )
        return web.Response(text=text, content_type="text/html")

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        if self._sessions >= MOST_SESSIONS:
            raise web.HTTPServiceUnavailable(text=_("too many sessions are open"))
        self._sessions += 1
        try:
            return await super().handle_websocket(request)
        finally:
            self._sessions -= 1

    def run(self) -> None:
        """Serves until it is stopped. Raises `OSError` when the port cannot be used."""
        web.run_app(
            self._make_app(),
            host=self.host,
            port=self.port,
            print=self._announce,
            access_log=None,
            shutdown_timeout=1.0,
        )

    def _announce(self, _text: str = "") -> None:
        shown = f"[{self.host}]" if ":" in self.host else self.host
        lines = [
            _("The builder is at {address}").format(address=f"http://{shown}:{self.port}/"),
            _("There is no login: whoever reaches this address can read and change the lists in the folder."),
            _("Ctrl+C stops it."),
        ]
        sys.stdout.write("\n".join(lines) + "\n")
        sys.stdout.flush()


async def _notice_hang_up(_app: web.Application) -> None:
    """A terminal that is closed stops the server as Ctrl+C does: its builders end, too."""
    number = getattr(signal, "SIGHUP", None)
    if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # not where nohup ignores it
        asyncio.get_running_loop().add_signal_handler(number, _stop)


def _stop() -> NoReturn:
    raise web.GracefulExit


def _file(name: str, kind: str) -> Handler:
    async def handler(_request: web.Request) -> web.Response:
        return web.Response(text=(PAGE / name).read_text("utf-8"), content_type=kind)

    return handler


async def _finish(_request: web.Request, response: web.StreamResponse) -> None:
    """Headers of every answer; names of downloads as HTTP writes them."""
    response.headers.update(HEADERS)
    found = re.fullmatch(
        r"(inline|attachment); filename=(.*)", response.headers.get("Content-Disposition", ""), re.DOTALL
    )
    if found:
        response.headers["Content-Disposition"] = f"{found[1]}; filename*=UTF-8''{quote(found[2], safe='')}"
