"""The motion of a picture: each line of the screen is drawn once for each of its contents, and CSS defines the times.

It needs no script. If the user prefers no motion (`prefers-reduced-motion`), or nothing is animated, one of the screens
stays visible.
"""
from dataclasses import dataclass


@dataclass(frozen=True)
class Film:
    """The screens by the time at which each first appeared, in seconds, the total duration, and the time of the screen that
    is shown without motion."""

    times: tuple[float, ...]
    length: float
    still: float

    def shots(self, line_of):
        """For each period in which a line stays the same: (start, end, content). `line_of` returns the line of a screen."""
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
        """The rules for periods; without motion, those of the still screen are visible."""
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
