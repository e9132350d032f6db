"""BattleScribe's roster file: ``.ros`` (XML) and ``.rosz`` (the same in a ZIP archive), as New Recruit writes it, too."""

from __future__ import annotations

from listbuilder import naming
from listbuilder.exchange.formats import LIMIT, Format, Output, is_markup
from listbuilder.listfile.bound import BoundList
from listbuilder.sources.registry import Sets

_ZIP = b"PK\x03\x04"


def _fits(head: bytes) -> bool:
    return head.startswith(_ZIP) or is_markup(head)


def _read(content: bytes, name: str, among: Sets) -> BoundList:
    from listbuilder.exchange import ros_read

    return ros_read.read_list(content, name, LIMIT, among)


def _write(of: BoundList) -> bytes:
    from listbuilder.engine import Engine
    from listbuilder.exchange import ros

    return ros.write(Engine(of.roster)).encode()


def _write_packed(of: BoundList) -> bytes:
    """The archive has no date, so that the same list gives the same bytes."""
    import io
    import zipfile  # slow to import

    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(f"{naming.file_name(of.roster.name)}.ros"), _write(of), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


FORMATS = (Format("ros", (".ros", ".rosz"), _fits, _read),)
OUTPUTS = (
    Output("ros", (".ros",), _write, by_id=True),
    Output("rosz", (".rosz",), _write_packed, by_id=True, is_text=False),
)
