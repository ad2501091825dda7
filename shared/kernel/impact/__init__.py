"""The effect that a change of the rules would have had: decide stored commands again under the rules of this release.

Each command of a log is decided again with the draws that the log records, from the state that the log led to. So every
difference comes from the rules and never from luck. After a difference the recorded events are folded, and the next
command is decided from the resulting state.
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
