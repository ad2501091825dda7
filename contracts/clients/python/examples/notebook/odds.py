"""A notebook for game designers. It compares the exact odds of two throws, and simulates a third throw.

`marimo edit odds.py` opens it; `python odds.py` runs it from top to bottom.
"""

import marimo

app = marimo.App(width="medium")


@app.cell
def _():
    import os

    import marimo as mo

    from arbiter_client import Arbiter
    from arbiter_client.types import dice

    arbiter = Arbiter(os.environ.get("ARBITER_URL", "http://127.0.0.1:8000"), os.environ.get("ARBITER_KEY"))
    return arbiter, dice, mo


@app.cell
def _(mo):
    ours = mo.ui.text("4d6kh3", label="one throw")
    theirs = mo.ui.text("3d6", label="another")
    mo.vstack([mo.md("# Two throws"), mo.hstack([ours, theirs], justify="start")])
    return ours, theirs


@app.cell
def _():
    def bars(chances, width=640, height=160):
        """Draw the probability of each outcome as SVG.

        `chances` maps the name of each throw to its probabilities by outcome.
        """
        outcomes = sorted({value for one in chances.values() for value in one})
        most = max(chance for one in chances.values() for chance in one.values())
        wide = width / max(1, len(outcomes) * len(chances))
        drawn = []
        for number, (name, one) in enumerate(chances.items()):
            colour = ("#4c78a8", "#f58518")[number % 2]
            for place, value in enumerate(outcomes):
                tall = one.get(value, 0) / most * height
                left = (place * len(chances) + number) * wide
                size = f'x="{left:.1f}" y="{height - tall:.1f}" width="{wide * 0.9:.1f}" height="{tall:.1f}"'
                title = f"<title>{name}: {value} with {one.get(value, 0):.2%}</title>"
                drawn.append(f'<rect {size} fill="{colour}">{title}</rect>')
        return f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="odds">{"".join(drawn)}</svg>'

    return (bars,)


@app.cell
def _(arbiter, bars, mo, ours, theirs):
    compared = {one.value: arbiter.odds(one.value) for one in (ours, theirs)}
    chances = {name: {one.total: one.chance.about for one in odds.outcomes} for name, odds in compared.items()}
    rows = [
        {"throw": name, "mean": odds.mean.exact, "deviation": round(odds.deviation, 3), "outcomes": len(odds.outcomes)}
        for name, odds in compared.items()
    ]
    mo.vstack([mo.Html(bars(chances)), mo.ui.table(rows, selection=None)])
    return (rows,)


@app.cell
def _(arbiter, dice, mo):
    throw = "8d6!kh3"
    precision = dice.Precision(measure="total", half_width="0.25")
    simulate = dice.SimulateThrow(what=dice.Notation(text=throw))
    job = arbiter.dice.jobs.open(dice.DiceJobAsk(simulate=simulate, trials=20_000, precision=precision))
    with mo.status.progress_bar(total=20_000, title=f"simulating {throw}", remove_on_exit=False) as bar:
        made = 0
        for progress in job.follow():
            bar.update(increment=progress.trials - made)
            made = progress.trials
    found = job.look().result
    mean = found.ours["total"].mean
    mo.md(f"**{throw}**: {mean.value:.2f}, {found.confidence} % sure between {mean.low:.2f} and {mean.high:.2f}")
    return found, job, made, mean


@app.cell
def _(arbiter, found, job, mo):
    luckiest = found.highest[0]
    trial = job.trial(luckiest.chunk, luckiest.trial)
    link = f"{arbiter.address}/#/replay/dice/{trial.id}"
    mo.md(f"The luckiest trial came to **{luckiest.value}**: [replay it]({link}).")
    return (trial,)


if __name__ == "__main__":
    import sys

    if "--help" in sys.argv:
        print(__doc__)
        sys.exit(0)
    _, values = app.run()
    print(values["rows"])
    print(f"{values['made']} trials, mean {values['mean'].value:.2f}; opened {values['trial'].stream}")
