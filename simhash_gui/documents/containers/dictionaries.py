"""How much memory LZMA asks for before it gives a byte: the dictionary that a stream declares.

A few broken or crafted bytes may declare one of four gigabytes. More than may come out is never
needed, so declaring more is treated as inflating to more.
"""

from __future__ import annotations

import lzma
import struct
from typing import BinaryIO
from zipfile import ZIP_LZMA, ZipInfo

from simhash_gui.documents.containers.container import HEAD_BYTES, Opening, bomb

_USUAL_BYTES = 64 << 20
"""Of ``xz -9``; tools use it even for small files."""
_BESIDES_BYTES = 1 << 20
"""What the decoder needs besides."""
_LIMIT_EXCEEDED = "Memory usage limit exceeded"  # as CPython's _lzmamodule.c says it

_LOCAL_HEADER = struct.Struct("<4s22x2H")
# APPNOTE 5.8.8: version, length of the properties; the five of LZMA end with the dictionary.
_PROPERTIES = struct.Struct("<2xHxL")
_PROPERTIES_BYTES = 5


def refuse_xz_dictionary(stream: BinaryIO, opening: Opening) -> None:
    """Raise ``ReadFailure`` (BOMB) when the first block needs too much; the stream stands anywhere.

    Everything else that may be wrong is left to whoever reads it.
    """
    stream.seek(0)
    head = stream.read(HEAD_BYTES)
    memory_bytes = _max_bytes(opening) + _BESIDES_BYTES
    try:
        lzma.LZMADecompressor(lzma.FORMAT_XZ, memory_bytes).decompress(head, 1)
    except lzma.LZMAError as error:
        if str(error) == _LIMIT_EXCEEDED:
            raise bomb(opening.allowance_bytes) from error
    finally:
        stream.seek(0)


def refuse_zip_dictionary(stream: BinaryIO, info: ZipInfo, opening: Opening) -> None:
    """The same of a member of a ZIP archive that is not locked."""
    if info.compress_type != ZIP_LZMA:
        return
    stream.seek(info.header_offset)
    header = stream.read(_LOCAL_HEADER.size)
    if len(header) < _LOCAL_HEADER.size:
        return
    _, name_bytes, extra_bytes = _LOCAL_HEADER.unpack(header)
    stream.seek(name_bytes + extra_bytes, 1)
    properties = stream.read(_PROPERTIES.size)
    if len(properties) < _PROPERTIES.size:
        return
    length, dictionary_bytes = _PROPERTIES.unpack(properties)
    if length == _PROPERTIES_BYTES and dictionary_bytes > _max_bytes(opening):
        raise bomb(opening.allowance_bytes)


def _max_bytes(opening: Opening) -> int:
    return max(opening.allowance_bytes, _USUAL_BYTES)
