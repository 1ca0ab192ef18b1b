"""How a picture moves: each line of the screen is drawn once for each thing it shows, and CSS says when.

No script is needed. Where motion is unwanted (`prefers-reduced-motion`), or nothing is animated, one of the screens
stands still.
"""
from dataclasses import dataclass


@dataclass(frozen=True)
class Film:
    """Screens by the time at which each was first seen, in seconds, how long all of it takes, and the time of the screen
    that is seen where nothing moves."""

    times: tuple[float, ...]
    length: float
    still: float

    def shots(self, line_of):
        """For each stretch in which a line shows the same: (start, end, what it shows). `line_of` names a screen's."""
        shots = []
        for index, start in enumerate(self.times):
            shown = line_of(index)
            end = self.times[index + 1] if index + 1 < len(self.times) else self.length
            if shots and shots[-1][2] == shown:
                shots[-1] = (shots[-1][0], end, shown)
            else:
                shots.append((start, end, shown))
        return shots

    def name(self, start: float, end: float) -> str:
        return f"s{round(start * 1000)}-{round(end * 1000)}"

    def style(self, stretches) -> str:
        """The rules for stretches of time, of which the still screen's are seen where nothing moves."""
        rules = []
        for start, end in sorted(stretches):
            name, (first, last) = self.name(start, end), (100 * start / self.length, 100 * end / self.length)
            frames = "" if start == 0 else f"0%,{first - 0.001:.3f}%{{visibility:hidden}}"
            frames += f"{first:.3f}%,{last - 0.001:.3f}%{{visibility:visible}}"
            frames += "" if end >= self.length else f"{last:.3f}%,to{{visibility:hidden}}"
            rules.append(f"@keyframes {name}{{{frames}}}")
            rules.append(f".{name}{{animation:{name} {self.length:g}s step-end infinite}}")
        hidden = ",".join("." + self.name(start, end) for start, end in sorted(stretches)
                          if not start <= self.still < end)
        return (f"{hidden}{{visibility:hidden}}" if hidden else "") + (
            "@media (prefers-reduced-motion:no-preference){" + "".join(rules) + "}")
