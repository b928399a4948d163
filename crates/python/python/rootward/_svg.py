"""Boards as pictures."""

from __future__ import annotations

from html import escape
from typing import Any

_CHESS = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))
_SIZE = 40


def text_svg(text: str) -> str:
    """Lines of text as a picture."""
    lines = text.split("\n")
    width = max((len(line) for line in lines), default=1) * 8.5 + 16
    height = len(lines) * 18 + 12
    rows = "".join(
        f'<text x="8" y="{20 + 18 * row}" xml:space="preserve">{escape(line)}</text>' for row, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" viewBox="0 0 {width:.0f} {height}">'
        f'<rect width="100%" height="100%" fill="#fff"/><g font-family="monospace" font-size="14" fill="#222">{rows}</g></svg>'
    )


def board_svg(board: dict[str, Any], caption: str = "") -> str:
    """A board of squares as a picture, with the names of columns and rows."""
    columns, rows, style = board["columns"], board["rows"], board["style"]
    margin, below = 20, 24 if caption else 0
    width, height = columns * _SIZE + 2 * margin, rows * _SIZE + 2 * margin + below
    parts = [_square(square, style, board.get("check"), margin) for square in board["cells"]]
    label = f"{caption} " if caption else ""
    if caption:
        parts.append(f'<text x="{width / 2}" y="{height - 10}" font-size="14" fill="#222">{escape(caption)}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img" aria-label="{escape(label + _words(board))}"><rect width="100%" height="100%" fill="#fff"/>'
        f'<g font-family="sans-serif" text-anchor="middle">{"".join(parts)}</g></svg>'
    )


def _words(board: dict[str, Any]) -> str:
    stand = [f"{square['piece']} on {square['at']}" for square in board["cells"] if square.get("piece")]
    return "; ".join(stand) or "an empty board"


def _square(square: dict[str, Any], style: str, check: str | None, margin: int) -> str:
    column, row, piece = square["column"], square["row"], square.get("piece")
    x, y = margin + column * _SIZE, margin + row * _SIZE
    middle = (x + _SIZE / 2, y + _SIZE / 2)
    fill = "#e9edf2"
    if style in ("pieces", "draughts"):
        fill = "#b9c4d0" if (column + row) % 2 else "#eef1f5"
    if check is not None and check == square["at"]:
        fill = "#e8a0a0"
    drawn = f'<rect x="{x}" y="{y}" width="{_SIZE}" height="{_SIZE}" fill="{fill}" stroke="#8a94a0" stroke-width="0.7"/>'
    if piece:
        drawn += _piece(piece, style, middle)
    return drawn


def _piece(piece: str, style: str, middle: tuple[float, float]) -> str:
    x, y = middle
    if style == "pieces" and piece in _CHESS:
        return f'<text x="{x}" y="{y + 11}" font-size="31" fill="#111">{_CHESS[piece]}</text>'
    if style == "draughts":
        dark = piece.lower() == "b"
        crown = f'<text x="{x}" y="{y + 6}" font-size="16" fill="{"#fff" if dark else "#111"}">K</text>'
        return _disc(x, y, "#222" if dark else "#fff") + (crown if piece.isupper() else "")
    if piece in ("X", "O", "x", "o"):
        letter = f'<text x="{x}" y="{y + 5}" font-size="14" fill="#fff">{piece}</text>'
        return _disc(x, y, "#2b5fa8" if piece in "Xx" else "#b4472a") + letter
    size = 16 if len(piece) < 3 else 11
    return f'<text x="{x}" y="{y + size / 3}" font-size="{size}" fill="#111">{escape(piece)}</text>'


def _disc(x: float, y: float, fill: str) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{_SIZE * 0.38:.1f}" fill="{fill}" stroke="#222" stroke-width="1"/>'
