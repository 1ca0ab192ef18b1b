"""The lines of the table that `make bench` prints, in the format of Benchmarks/Sources/Reporting.

A time differs by machine, so it is judged only as a ratio to a peer or to a floor of the same run; without one it is
printed. Counts and bytes are the same on all machines and are judged as they are.
"""

UNITS_OF_TIME = ("ns", "µs", "ms", "s")
WIDTHS = (44, 14, 26, 12, 14, 6)


def line(*cells: str):
    padded = (cell + " " * max(1, width - len(cell)) for cell, width in zip(cells, WIDTHS))
    print("".join(padded).rstrip(), flush=True)


def head(title: str):
    print()
    line(title, "ours", "peer", "ratio", "target", "")


def rounded(value: float) -> str:
    if value != value:
        return "–"
    digits = 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 0.1 else 4
    return f"{value:.{digits}f}".rstrip("0").rstrip(".") if digits else f"{value:.0f}"


def figure(what: str, ours: float, unit: str, peer: tuple[str, float] | None = None, *,
           at_most: float | None = None, times_peer: float | None = None, of_peer: float | None = None):
    """One line. Targets: ours is at most a value, which is not a time; a peer's is at least n times ours; ours is at most
    n times a peer's. Without the peer that it refers to, a target is not judged; a peer that failed has the value NaN."""
    assert at_most is None or unit not in UNITS_OF_TIME, f"{what}: a time needs a peer"
    has_peer = peer is not None and peer[1] == peer[1]
    ratio = target = ""
    is_met = None
    if peer:
        ratio = f"{rounded(ours / peer[1] if of_peer else peer[1] / ours)} ×"
    if at_most is not None:
        target, is_met = f"≤ {rounded(at_most)} {unit}", ours <= at_most
    elif times_peer is not None:
        target, is_met = f"≥ {rounded(times_peer)} ×", peer[1] >= times_peer * ours if has_peer else None
    elif of_peer is not None:
        target, is_met = f"≤ {rounded(of_peer)} ×", ours <= of_peer * peer[1] if has_peer else None
    line(what, f"{rounded(ours)} {unit}", f"{peer[0]} {rounded(peer[1])}" if peer else "", ratio, target,
         "" if is_met is None else "met" if is_met else "MISSED")
