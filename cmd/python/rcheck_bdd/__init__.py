"""Typed results of the model checker rcheck-bdd.

    >>> import rcheck_bdd
    >>> document = rcheck_bdd.check("door.rcp")            # doctest: +SKIP
    >>> document.runs[0].result("never_open").verdict      # doctest: +SKIP
    <Verdict.VIOLATED: 'violated'>
"""

from .client import CheckError, check
from .document import (
    Certificate,
    CommandName,
    Contract,
    ContractClaim,
    Document,
    Duration,
    Explanation,
    Further,
    FurtherRun,
    Jump,
    Mark,
    Message,
    Notice,
    Participant,
    PropertyCertificate,
    PropertyStats,
    Related,
    Result,
    Rule,
    Run,
    RunGraph,
    RunMessage,
    RunStep,
    SchemaError,
    Settings,
    Stats,
    Step,
    Tool,
    Trace,
    Verdict,
    load,
    loads,
)

__all__ = [
    "Certificate", "CheckError", "CommandName", "Contract", "ContractClaim", "Document",
    "Duration", "Explanation", "Further", "FurtherRun", "Jump", "Mark", "Message", "Notice", "Participant",
    "PropertyCertificate", "PropertyStats", "Related", "Result", "Rule", "Run", "RunGraph",
    "RunMessage", "RunStep", "SchemaError", "Settings", "Stats", "Step", "Tool", "Trace",
    "Verdict", "check", "load", "loads",
]
