#!/usr/bin/env python3
"""Draws the picture of a real terminal session as SVG.

    Scripts/picture.py --output Documentation/mountains.svg --keys "alps <wait> <down>" -- tui-demo mountains

A program runs in tmux on a separate server and gets keys, each after the screen has stopped changing; then the screen is
read with its colours. Keys are words: `<down>`, `<enter>`, `<c-o>`, `<f1>` are keys by tmux's names, `<wait>` is half a
second; everything else is typed literally, `<space>` for a space.

With `--film 5` the picture moves for five seconds from the first of the keys on, and starts again. Where pictures do not
move, it shows the last screen, or with `--still "+~"` the last one with the most of these marks.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
import unicodedata
from dataclasses import dataclass, replace
from xml.sax.saxutils import escape

from picture_film import Film

# ---------------------------------------------------------------------------- the style of a glyph


@dataclass(frozen=True)
class Style:
    foreground: str | None = None  # "#rrggbb", or None for the terminal's default
    background: str | None = None
    bold: bool = False
    dim: bool = False
    italic: bool = False
    underline: bool = False
    strike: bool = False
    reverse: bool = False


@dataclass(frozen=True)
class Theme:
    foreground: str
    background: str
    bar: str
    edge: str
    title: str
    palette: tuple[str, ...]


DARK = Theme(
    "#d5dbe3", "#151a21", "#1f2630", "#303a47", "#8b97a7",
    ("#2b3440", "#ef6b73", "#8fc97b", "#e8c06a", "#69a8f0", "#c58af0", "#5cc3cf", "#c3cad4",
     "#5d6978", "#ff8a90", "#a9e294", "#ffd98a", "#8cc0ff", "#dba6ff", "#7fdde8", "#f4f7fa"),
)
LIGHT = Theme(
    "#24292f", "#fcfcfd", "#eef0f3", "#d3d8de", "#6a737d",
    ("#24292f", "#c5303a", "#2f7d32", "#946200", "#1f63c4", "#8637b5", "#0f7480", "#8b949e",
     "#57606a", "#a8202a", "#236127", "#7a5000", "#174e9c", "#6d2796", "#0a5b64", "#d8dde3"),
)


def palette_color(index: int, theme: Theme) -> str:
    if index < 16:
        return theme.palette[index]
    if index < 232:
        index -= 16
        levels = [0, 95, 135, 175, 215, 255]
        return "#%02x%02x%02x" % (levels[index // 36], levels[index // 6 % 6], levels[index % 6])
    grey = 8 + 10 * (index - 232)
    return "#%02x%02x%02x" % (grey, grey, grey)


# ------------------------------------------------------------------------- reading escape sequences


def select_graphic_rendition(parameters: str, style: Style, theme: Theme) -> Style:
    """The style after `ESC [ parameters m`."""
    numbers = [[int(part or 0) for part in group.split(":")] for group in (parameters or "0").split(";")]
    attributes = {1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "reverse", 9: "strike"}
    while numbers:
        group = numbers.pop(0)
        code = group[0]
        if code == 0:
            style = Style()
        elif code == 4 and len(group) > 1:
            style = replace(style, underline=group[1] != 0)
        elif code in attributes:
            style = replace(style, **{attributes[code]: True})
        elif code == 21:
            style = replace(style, underline=True)
        elif code == 22:
            style = replace(style, bold=False, dim=False)
        elif code - 20 in attributes:
            style = replace(style, **{attributes[code - 20]: False})
        elif code in (38, 48):
            rest = group[1:]
            if not rest:  # written with semicolons
                count = 2 if numbers and numbers[0][0] == 5 else 4
                rest = [numbers.pop(0)[0] for _ in range(min(count, len(numbers)))]
            if rest[:1] == [5]:
                color = palette_color(rest[1], theme)
            else:
                color = "#%02x%02x%02x" % tuple(rest[-3:])
            style = replace(style, **{"foreground" if code == 38 else "background": color})
        elif code == 39:
            style = replace(style, foreground=None)
        elif code == 49:
            style = replace(style, background=None)
        elif 30 <= code <= 37 or 90 <= code <= 97:
            style = replace(style, foreground=theme.palette[code - 30 if code < 90 else code - 82])
        elif 40 <= code <= 47 or 100 <= code <= 107:
            style = replace(style, background=theme.palette[code - 40 if code < 100 else code - 92])
    return style


def width(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


SEQUENCE = re.compile(r"\x1b\[([0-9;:]*)m|\x1b\][^\x1b\x07]*(?:\x1b\\|\x07)|\x1b[()].|[\x0e\x0f]")


def read_screen(text: str, columns: int, theme: Theme):
    """Lines of (column, width, characters, style), one for each glyph."""
    lines = []
    style = Style()
    graphics = False  # tmux sends line drawing as VT100 graphics between SO and SI in some terminals
    drawing = dict(zip("jklmnqtuvwx`a~", "┘┐┌└┼─├┤┴┬│◆▒·"))
    for text_line in text.split("\n"):
        glyphs, column, position = [], 0, 0
        while position < len(text_line):
            sequence = SEQUENCE.match(text_line, position)
            if sequence:
                if sequence.group(1) is not None:
                    style = select_graphic_rendition(sequence.group(1), style, theme)
                elif sequence.group() in "\x0e\x0f":
                    graphics = sequence.group() == "\x0e"
                position = sequence.end()
                continue
            character = text_line[position]
            position += 1
            character = drawing.get(character, character) if graphics else character
            taken = width(character)
            if taken == 0 and glyphs:
                at, columns_taken, before, worn = glyphs[-1]
                glyphs[-1] = (at, columns_taken, before + character, worn)
            elif taken and column + taken <= columns:
                glyphs.append((column, taken, character, style))
                column += taken
        lines.append(glyphs)
    return lines


def plain(text: str) -> str:
    """The text of a screen without its escape sequences."""
    return re.sub(r"\x1b\[[0-9;:]*m", "", text).rstrip()


# ----------------------------------------------------------------------------------- running the program

TMUX_CONF = """
set -g status off
set -g escape-time 0
set -g default-terminal "{term}"
set -g remain-on-exit on
set -ga terminal-overrides ",*:Tc"
"""


class Session:
    """A program in a separate tmux server, which ends with the session."""

    def __init__(self, command: list[str], columns: int, lines: int, term: str, truecolor: bool):
        self.folder = tempfile.TemporaryDirectory(prefix="listkit-picture-")
        self.socket = os.path.join(self.folder.name, "socket")
        self.status = os.path.join(self.folder.name, "status")
        configuration = os.path.join(self.folder.name, "tmux.conf")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(TMUX_CONF.format(term=term))
        environment = {key: value for key, value in os.environ.items() if key not in ("TMUX", "NO_COLOR", "COLORTERM")}
        environment.update(LC_ALL="C.UTF-8", TERM="xterm-256color")
        self.environment = environment
        inner = ["env", f"TERM={term}"] + (["COLORTERM=truecolor"] if truecolor else []) + command
        self.tmux(
            "-u", "-f", configuration, "new-session", "-d", "-x", str(columns), "-y", str(lines),
            f"{shlex.join(inner)}; echo $? >{shlex.quote(self.status)}")

    def tmux(self, *arguments: str) -> str:
        run = subprocess.run(
            ["tmux", "-S", self.socket, *arguments], env=self.environment, stdin=subprocess.DEVNULL,
            capture_output=True, text=True)
        if run.returncode != 0:
            self.close()
            sys.exit(f"picture: tmux {shlex.join(arguments)}: {run.stderr.strip()}")
        return run.stdout

    def capture(self) -> str:
        return self.tmux("capture-pane", "-e", "-p", "-N")

    def wait_until_calm(self, calm: float = 0.35, longest: float = 10) -> str:
        """The screen, after it has not changed for `calm` seconds."""
        end = time.monotonic() + longest
        last, since = self.capture(), time.monotonic()
        while time.monotonic() < end:
            time.sleep(0.05)
            now = self.capture()
            if now != last:
                last, since = now, time.monotonic()
            elif now.strip() and time.monotonic() - since >= calm:
                return now
        return last

    def press(self, word: str):
        key = re.fullmatch(r"<([a-z0-9-]+)>", word)
        if key is None:
            for character in word:  # one by one, as a user types, so that animations look natural
                self.tmux("send-keys", "-l", character)
            return
        name = key.group(1)
        names = {
            "space": "Space", "enter": "Enter", "esc": "Escape", "tab": "Tab", "backspace": "BSpace",
            "delete": "DC", "home": "Home", "end": "End", "pageup": "PPage", "pagedown": "NPage",
            "up": "Up", "down": "Down", "left": "Left", "right": "Right",
        }
        if name == "wait":
            time.sleep(0.5)
        else:
            *modifiers, last = name.split("-")
            parts = [{"alt": "M"}.get(modifier, modifier.upper()) for modifier in modifiers]
            parts.append(names.get(last, last if len(last) == 1 else last.upper()))
            self.tmux("send-keys", "-".join(parts))

    def exit_status(self) -> str:
        """The exit status of the program; empty while it runs."""
        try:
            with open(self.status, encoding="utf-8") as file:
                return file.read().strip()
        except FileNotFoundError:
            return ""

    def close(self):
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], env=self.environment, capture_output=True)
        self.folder.cleanup()


# ------------------------------------------------------------------------------------- drawing the picture

FONTS = (
    "'DejaVu Sans Mono', 'Menlo', 'SF Mono', 'Cascadia Mono', 'Consolas', 'Noto Sans Mono', "
    "'Noto Sans Mono CJK JP', 'Noto Sans CJK JP', monospace"
)
SIZE = 14.0  # of the font, in pixels
ADVANCE = SIZE * 1233 / 2048  # of DejaVu Sans Mono, and within 1 % that of Menlo
LEADING = 18.0
ASCENT = 13.4  # from the top of a line to the baseline
BAR = 34.0
MARGIN = 14.0


def mix(color: str, other: str, share: float) -> str:
    one = [int(color[i:i + 2], 16) for i in (1, 3, 5)]
    two = [int(other[i:i + 2], 16) for i in (1, 3, 5)]
    return "#%02x%02x%02x" % tuple(round(a * share + b * (1 - share)) for a, b in zip(one, two))


def colors(style: Style, theme: Theme) -> tuple[str, str]:
    """The colours of the glyph and of its background."""
    foreground, background = style.foreground or theme.foreground, style.background or theme.background
    if style.reverse:
        foreground, background = background, foreground
    if style.dim:
        foreground = mix(foreground, background, 0.55)
    return foreground, background


def number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def is_plain(character: str) -> bool:
    """Whether the character has exactly one advance in the fonts above, so that it can be part of a run."""
    return " " < character <= "~" or "\u00a1" <= character <= "\u024f"


def is_joined(character: str) -> bool:
    """Whether the shape of the character depends on its neighbours, so that they must be drawn together."""
    return "\u0590" <= character <= "\u109f" or "\u1780" <= character <= "\u18af"


def grounds(glyphs, theme: Theme):
    """Runs with the same background other than the window's: (column, columns, colour)."""
    runs = []
    for column, taken, _, style in glyphs:
        color = colors(style, theme)[1]
        if color == theme.background:
            continue
        if runs and runs[-1][2] == color and runs[-1][0] + runs[-1][1] == column:
            runs[-1][1] += taken
        else:
            runs.append([column, taken, color])
    return runs


def text_runs(glyphs):
    """Runs of one style that can be drawn in one piece: (column, columns, text, style).

    A character that a fallback font may draw is a separate run, so that it does not move the text after it.
    """
    runs = []
    for column, taken, characters, style in glyphs:
        if characters == " ":
            continue
        kind = "plain" if is_plain(characters) else "joined" if is_joined(characters) else "alone"
        previous = runs[-1] if runs else None
        gap = column - (previous[0] + previous[1]) if previous else 0
        if previous and kind != "alone" and previous[3:] == [style, kind] and gap <= (kind == "plain"):
            previous[1] += gap + taken
            previous[2] += " " * gap + characters
        else:
            runs.append([column, taken, characters, style, kind])
    return [run[:4] for run in runs]


def rules(glyphs, theme: Theme):
    """Lines below and through text, including blanks: (column, columns, colour, height)."""
    found = []
    for attribute, height in (("underline", ASCENT + 2.2), ("strike", ASCENT - SIZE * 0.3)):
        runs = []
        for column, taken, _, style in glyphs:
            if not getattr(style, attribute):
                continue
            color = colors(style, theme)[0]
            if runs and runs[-1][2] == color and runs[-1][0] + runs[-1][1] == column:
                runs[-1][1] += taken
            else:
                runs.append([column, taken, color, height])
        found += runs
    return found


BOX = {  # up, right, down, left: 0 none, 1 light, 2 heavy
    "─": (0, 1, 0, 1), "│": (1, 0, 1, 0), "┌": (0, 1, 1, 0), "┐": (0, 0, 1, 1), "└": (1, 1, 0, 0),
    "┘": (1, 0, 0, 1), "├": (1, 1, 1, 0), "┤": (1, 0, 1, 1), "┬": (0, 1, 1, 1), "┴": (1, 1, 0, 1),
    "┼": (1, 1, 1, 1), "━": (0, 2, 0, 2), "┃": (2, 0, 2, 0), "╴": (0, 0, 0, 1), "╵": (1, 0, 0, 0),
    "╶": (0, 1, 0, 0), "╷": (0, 0, 1, 0), "╭": (0, 1, 1, 0), "╮": (0, 0, 1, 1), "╰": (1, 1, 0, 0),
    "╯": (1, 0, 0, 1),
}
ROUND = "╭╮╰╯"
EIGHTHS_UP = "▁▂▃▄▅▆▇█"
EIGHTHS_LEFT = "▏▎▍▌▋▊▉█"


def drawn_shape(character: str, x: float, y: float, color: str) -> str | None:
    """Box-drawing and block characters as shapes: they must touch their neighbours, which fonts do not guarantee."""
    def rect(left, top, wide, high, opacity=""):
        return (f'<rect x="{number(x + left)}" y="{number(y + top)}" width="{number(wide)}" '
                f'height="{number(high)}" fill="{color}"{opacity} shape-rendering="crispEdges"/>')

    if character in EIGHTHS_UP:
        high = LEADING * (EIGHTHS_UP.index(character) + 1) / 8
        return rect(0, LEADING - high, ADVANCE, high)
    if character in EIGHTHS_LEFT:
        return rect(0, 0, ADVANCE * (EIGHTHS_LEFT.index(character) + 1) / 8, LEADING)
    if character == "▐":
        return rect(ADVANCE / 2, 0, ADVANCE / 2, LEADING)
    if character == "▀":
        return rect(0, 0, ADVANCE, LEADING / 2)
    if character == "▕":
        return rect(ADVANCE * 7 / 8, 0, ADVANCE / 8, LEADING)
    if character in "░▒▓":
        return rect(0, 0, ADVANCE, LEADING, f' opacity="{0.25 * ("░▒▓".index(character) + 1)}"')
    if character not in BOX:
        return None
    middle, center = ADVANCE / 2, LEADING / 2
    up, right, down, left = BOX[character]
    path = []
    if character in ROUND:
        end_y = LEADING if down else 0
        end_x = ADVANCE if right else 0
        path = [f"M{number(x + middle)} {number(y + end_y)}Q{number(x + middle)} {number(y + center)} "
                f"{number(x + end_x)} {number(y + center)}"]
    else:
        if up or down:
            path.append(f"M{number(x + middle)} {number(y + (0 if up else center))}"
                        f"V{number(y + (LEADING if down else center))}")
        if left or right:
            path.append(f"M{number(x + (0 if left else middle))} {number(y + center)}"
                        f"H{number(x + (ADVANCE if right else middle))}")
    thick = 2.4 if 2 in BOX[character] else 1.2
    return f'<path d="{"".join(path)}" stroke="{color}" stroke-width="{thick}" fill="none"/>'


def draw_line(glyphs, row: int, theme: Theme) -> list[str]:
    out = []
    top = BAR + row * LEADING
    for column, taken, color in grounds(glyphs, theme):
        # Crisp edges: no gaps between neighbours when the picture is scaled.
        out.append(f'<rect x="{number(MARGIN + column * ADVANCE)}" y="{number(top)}" '
                   f'width="{number(taken * ADVANCE)}" height="{number(LEADING)}" fill="{color}" '
                   f'shape-rendering="crispEdges"/>')
    for column, taken, text, style in text_runs(glyphs):
        color = colors(style, theme)[0]
        x = MARGIN + column * ADVANCE
        shape = drawn_shape(text, x, top, color) if len(text) == 1 else None
        if shape:
            out.append(shape)
            continue
        attributes = f' fill="{color}"'
        attributes += ' font-weight="bold"' if style.bold else ""
        attributes += ' font-style="italic"' if style.italic else ""
        if taken > 1 and (is_plain(text[0]) or is_joined(text[0])):
            attributes += f' textLength="{number(taken * ADVANCE)}" lengthAdjust="spacingAndGlyphs"'
        elif not is_plain(text[0]):
            # A fallback font has another advance: centre the text in its columns.
            x += taken * ADVANCE / 2
            attributes += ' text-anchor="middle"' + (' style="font-size:15.5px"' if taken == 2 else "")
        out.append(f'<text x="{number(x)}" y="{number(top + ASCENT)}"{attributes}>{escape(text)}</text>')
    for column, taken, color, height in rules(glyphs, theme):
        out.append(f'<rect x="{number(MARGIN + column * ADVANCE)}" y="{number(top + height)}" '
                   f'width="{number(taken * ADVANCE)}" height="1" fill="{color}"/>')
    return out


def draw(screens, film: Film, columns: int, title: str, theme: Theme) -> str:
    """One screen, or several that the film shows in turn."""
    count = len(screens[0])
    wide = columns * ADVANCE + 2 * MARGIN
    high = BAR + count * LEADING + MARGIN
    body, stretches = [], set()
    for row in range(count):
        for start, end, shown in film.shots(lambda index: screens[index][row]):
            drawn = draw_line(shown, row, theme)
            if (start, end) == (0, film.length) or not drawn:
                body += drawn
                continue
            stretches.add((start, end))
            body += [f'<g class="{film.name(start, end)}">'] + drawn + ["</g>"]
    motion = film.style(stretches) if stretches else ""
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(wide)}" height="{number(high)}" '
        f'viewBox="0 0 {number(wide)} {number(high)}" role="img" aria-label="{escape(title)}">',
        f'<style>text{{font-family:{FONTS};font-size:{number(SIZE)}px;white-space:pre}}{motion}</style>',
        f'<rect x="0.5" y="0.5" width="{number(wide - 1)}" height="{number(high - 1)}" rx="9" '
        f'fill="{theme.background}" stroke="{theme.edge}"/>',
        f'<path d="M1 {number(BAR - 6)}V9.5A8.5 8.5 0 0 1 9.5 1H{number(wide - 9.5)}A8.5 8.5 0 0 1 '
        f'{number(wide - 1)} 9.5V{number(BAR - 6)}Z" fill="{theme.bar}"/>',
    ]
    for index, color in enumerate(("#ec6a5e", "#f4bf4f", "#61c554")):
        out.append(f'<circle cx="{18 + 20 * index}" cy="14.5" r="5.5" fill="{color}"/>')
    out.append(f'<text x="{number(wide / 2)}" y="19" text-anchor="middle" fill="{theme.title}" '
               f'style="font-size:12px">{escape(title)}</text>')
    return "\n".join(out + body + ["</svg>"]) + "\n"


def record(session: Session, words: list[str], length: float, marks: str) -> tuple[list[str], Film]:
    """The screens that are displayed while keys are pressed at even intervals."""
    def found(index: int) -> tuple[int, int]:
        return len(set(plain(screens[index])) & set(marks)), index

    screens, times = [session.wait_until_calm()], [0.0]
    start = time.monotonic()
    pause = length / (len(words) + 1)
    while (now := time.monotonic() - start) < length:
        while words and now > length - len(words) * pause:
            session.press(words.pop(0))
        screen = session.capture()
        if screen != screens[-1]:
            screens.append(screen)
            times.append(round(now, 2))
        time.sleep(0.03)
    return screens, Film(tuple(times), length, times[max(range(len(screens)), key=found)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", default="100x30", help="columns x lines (%(default)s)")
    parser.add_argument("--term", default="tmux-256color", help="what the program sees as TERM (%(default)s)")
    parser.add_argument("--palette", action="store_true", help="do not announce true colour")
    parser.add_argument("--keys", default="", help="words typed one after the other")
    parser.add_argument("--film", type=float, default=0, help="seconds for which it moves; none without it")
    parser.add_argument("--still", default="", help="marks of which most are seen where the film does not move")
    parser.add_argument("--title", help="text of the title bar; the command if not given")
    parser.add_argument("--light", action="store_true", help="dark letters on light ground")
    parser.add_argument("--output", default="-", help="file to write; - is standard output")
    parser.add_argument("command", nargs="+", help="program and its arguments, after --")
    options = parser.parse_args()

    columns, lines = map(int, options.size.split("x"))
    theme = LIGHT if options.light else DARK
    session = Session(options.command, columns, lines, options.term, not options.palette)
    try:
        words = options.keys.split()
        if options.film:
            screens, film = record(session, words, options.film, options.still)
        else:
            screens, film = [session.wait_until_calm()], Film((0.0,), 1.0, 0.0)
            for word in words:
                session.press(word)
                screens = [session.wait_until_calm()]
        status = session.exit_status()
    finally:
        session.close()
    if status not in ("", "0"):
        sys.exit(f"picture: the program ended with status {status}; its last screen:\n" + plain(screens[-1]))
    if not screens[-1].strip():
        sys.exit("picture: the screen stayed empty")

    title = options.title or " ".join([os.path.basename(options.command[0])] + options.command[1:])
    blank = [[]] * lines
    read = [(read_screen(screen.rstrip("\n"), columns, theme) + blank)[:lines] for screen in screens]
    drawing = draw(read, film, columns, title, theme)
    if options.output == "-":
        sys.stdout.write(drawing)
        return
    folder = os.path.dirname(options.output)
    if folder:
        os.makedirs(folder, exist_ok=True)
    with open(options.output, "w", encoding="utf-8") as file:
        file.write(drawing)


if __name__ == "__main__":
    main()
