"""Plots the links of a mailbox by year and domain.

python examples/mailbox_plot.py mail.mbox links.svg
"""

from __future__ import annotations

import sys
from collections import Counter

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

import linkwright

#: The number of domains that get a separate color; all other domains share one.
MOST = 8
OTHER = "other"
#: The default color cycle of matplotlib without its grey, which resembles `OTHER_COLOR`.
COLORS = ("C0", "C1", "C2", "C3", "C4", "C5", "C6", "C8")
OTHER_COLOR = "0.8"


def year_of(date: str | None) -> int | None:
    """The year of a date such as `2024-01-01T10:00:00Z`; `None` for a message without a date."""
    return int(date[:4]) if date and date[:4].isdecimal() else None


def counts(paths: list[str]) -> Counter[tuple[int, str]]:
    """The number of links for each year and domain."""
    found: Counter[tuple[int, str]] = Counter()
    with linkwright.harvest(paths, progress=sys.stderr.isatty()) as records:
        for record in records:
            year = year_of(record.get("date"))
            if year is not None:
                found.update((year, domain) for domain in record["domains"])
    return found


def plot(found: Counter[tuple[int, str]]) -> Figure:
    """A bar for each year, divided by domain."""
    by_domain: Counter[str] = Counter()
    for (_, domain), count in found.items():
        by_domain[domain] += count
    names = [domain for domain, _ in by_domain.most_common(MOST)]
    years = range(min((year for year, _ in found), default=0), max((year for year, _ in found), default=0) + 1)
    figure, axes = plt.subplots(figsize=(9, 5), layout="constrained")
    below = [0] * len(years)
    for place, name in enumerate([*names, OTHER]):
        heights = [
            sum(
                n
                for (when, domain), n in found.items()
                if when == year and (domain == name or (name == OTHER and domain not in names))
            )
            for year in years
        ]
        color = OTHER_COLOR if name == OTHER else COLORS[place]
        axes.bar(list(years), heights, bottom=below, label=f"{name} ({sum(heights)})", color=color)
        below = [low + height for low, height in zip(below, heights, strict=True)]
    axes.set(title="Links by year and domain", xlabel="year of the message", ylabel="links")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.legend(title="domain (links)", loc="upper left", bbox_to_anchor=(1, 1))
    axes.spines[["top", "right"]].set_visible(False)
    return figure


if __name__ == "__main__":
    plot(counts(sys.argv[1:-1])).savefig(sys.argv[-1])
