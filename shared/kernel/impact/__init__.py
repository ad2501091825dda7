"""The effect of changed rules on stored streams: decide the stored commands again under this release's rules.

Each command of a log is decided again with its recorded draws, from the state that the recorded events before it
produce. So every difference comes from the rules and never from luck. After a difference, the recorded events are
folded, and the next command is decided from the resulting state.
"""

from shared.kernel.impact.change import NO_CHANGE, Change, UnknownSetting, check_settings
from shared.kernel.impact.deciding import Difference, RecordedCommit, StreamImpact, impact_of
from shared.kernel.impact.report import Impact, Row, summarize

__all__ = [
    "NO_CHANGE",
    "Change",
    "Difference",
    "Impact",
    "RecordedCommit",
    "Row",
    "StreamImpact",
    "UnknownSetting",
    "check_settings",
    "impact_of",
    "summarize",
]
