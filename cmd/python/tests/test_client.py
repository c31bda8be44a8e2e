"""Tests the package with the command that RCHECK_BDD names, from the root of the repository."""

import ast
import contextlib
import dataclasses
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import typing
import unittest
import zipfile
from pathlib import Path

import rcheck_bdd
from rcheck_bdd import Verdict

ROOT = Path(__file__).resolve().parents[3]
ALLOCATION = ROOT / "bench" / "models" / "allocation.rcp"

LAMP = """
agent Lamp
    local: on : bool
    init: !on
    repeat: (push: {!on} *! (true)()[on := true] + pull: {on} *! (true)()[on := false])
system = Lamp(lamp, true)
SPEC NAME dark := G !lamp-on;
SPEC NAME again := G F !lamp-on;
//rcheck: expect violated
SPEC NAME known := AG K(lamp, lamp-on);
"""


def unknown(kind, data, where=""):
    """The members of a JSON value that a type has no field for."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Union and data is not None:
        yield from unknown(arguments[0], data, where)
    elif origin is list:
        for x in data:
            yield from unknown(arguments[0], x, where)
    elif origin is dict:
        for x in data.values():
            yield from unknown(arguments[1], x, where)
    elif dataclasses.is_dataclass(kind):
        hints = typing.get_type_hints(kind)
        fields = {f.metadata.get("member", f.name): f.name for f in dataclasses.fields(kind)}
        for member, x in data.items():
            if member not in fields:
                yield f"{where}.{member}"
            else:
                yield from unknown(hints[fields[member]], x, f"{where}.{member}")


STATIONS = """
message-structure: N : 0..3
agent Station
    local: n : 0..3
    init: n < 3
    repeat: (give: {true} *! (true)(N := n)[] + take: {true} *? [n := N])
system = Station(s[1..3], true)
contract k : Station assume [[sender != k & N >= LEAST]] false guarantee k-n < 3 & [[sender = k & N >= 3]] false;
SPEC NAME small := G [[N >= 3]] false;
"""


class Checks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.lamp = self.folder / "lamp.rcp"
        self.lamp.write_text(LAMP)

    def test_results(self):
        document = rcheck_bdd.check(self.lamp)
        self.assertEqual("rcheck-bdd", document.tool.name)
        run = document.runs[0]
        self.assertEqual(str(self.lamp), run.file)
        dark = run.result("dark")
        self.assertIs(Verdict.VIOLATED, dark.verdict)
        self.assertEqual("G !lamp-on", dark.formula)
        self.assertEqual([False, True], dark.trace.values("lamp", "on")[:2])
        self.assertEqual("push", dark.trace.steps[0].message.label)
        self.assertEqual("broadcast", dark.trace.steps[0].message.kind)
        self.assertIs(Verdict.HOLDS, run.result("again").verdict)
        self.assertIsNone(run.result("again").trace)
        self.assertFalse(dark.as_expected)
        self.assertTrue(run.result("known").as_expected)
        self.assertFalse(document.ok)
        self.assertEqual(["dark", "again", "known"], [r.name for r in document.results()])
        with self.assertRaises(KeyError):
            run.result("bright")

    def test_arguments(self):
        model = self.folder / "count.rcp"
        model.write_text(LAMP.replace("agent Lamp", "const N = 1;\nagent Lamp", 1)
                         .replace("on : bool", "on : bool, n : 0..N")
                         .replace("init: !on", "init: !on & n = N").split("SPEC")[0])
        document = rcheck_bdd.check(model, props=["G lamp-n = 3"], constants={"N": 3},
                                    flags=["--witness"])
        self.assertTrue(document.ok)
        self.assertEqual({"N": "3"}, document.runs[0].settings.set)
        self.assertIsNotNone(document.runs[0].results[0].witness)

    def test_several_counterexamples(self):
        self.lamp.write_text(LAMP.replace("Lamp(lamp, true)", "Lamp(lamp, true) | Lamp(other, true)")
                             .replace("G !lamp-on", "G !(lamp-on | other-on)"))
        dark = rcheck_bdd.check(self.lamp, flags=["--counterexamples=9"]).runs[0].result("dark")
        self.assertTrue(dark.further.complete)
        self.assertEqual(["lamp"], [c.agent for c in dark.further.runs[0].without])
        self.assertEqual("other", dark.further.runs[0].trace.steps[0].message.initiator)

    def test_errors_of_a_model(self):
        self.lamp.write_text(LAMP.replace("on : bool", "on : bol"))
        document = rcheck_bdd.check(self.lamp)
        self.assertFalse(document.ok)
        self.assertEqual("RC0302", document.runs[0].errors[0].code)
        self.assertIn("did you mean `bool`?", document.runs[0].errors[0].message)

    def test_name_like_a_flag(self):
        before = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, before)
        Path("-lamp.rcp").write_text(LAMP)
        self.assertEqual(3, len(rcheck_bdd.check("-lamp.rcp").runs[0].results))

    def test_no_document(self):
        with self.assertRaises(rcheck_bdd.CheckError) as caught:
            rcheck_bdd.check(self.lamp, flags=["--no-such-flag"])
        self.assertEqual(2, caught.exception.status)
        self.assertIn("no-such-flag", str(caught.exception))
        with self.assertRaises(rcheck_bdd.CheckError) as caught:
            rcheck_bdd.check(self.lamp, command=str(self.folder / "missing"))
        self.assertIn("RCHECK_BDD", str(caught.exception))

    def test_contracts(self):
        model = self.folder / "stations.rcp"
        for least, verdict in [("3", Verdict.HOLDS), ("2", Verdict.VIOLATED)]:
            model.write_text(STATIONS.replace("LEAST", least))
            command = [os.environ["RCHECK_BDD"], "contracts", "--json=-", str(model)]
            out = subprocess.run(command, stdout=subprocess.PIPE).stdout
            self.assertEqual([], list(unknown(rcheck_bdd.Document, json.loads(out))))
            document = rcheck_bdd.loads(out)
            contract = document.runs[0].contracts[0]
            self.assertEqual("Station", contract.type)
            self.assertEqual(["s1", "s2", "s3"], contract.kept[0].agents)
            self.assertIs(Verdict.HOLDS, contract.kept[0].verdict)
            self.assertIs(verdict, contract.follows.verdict)
            self.assertEqual(verdict is Verdict.HOLDS, document.ok)

    def test_every_member_has_a_field(self):
        models = [self.lamp, ALLOCATION, ROOT / "bench" / "models" / "teaching" / "answers.rcp"]
        ispl = ROOT / "bench" / "models" / "ispl"
        models += [ispl / "bits.ispl", ispl / "cards.ispl"]
        command = [os.environ["RCHECK_BDD"], "check", "-q", "--json=-", "--witness", "--stats"]
        out = subprocess.run([*command, *map(str, models)], stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL).stdout
        self.assertEqual([], list(unknown(rcheck_bdd.Document, json.loads(out))))
        document = rcheck_bdd.load(io.BytesIO(out))
        self.assertEqual(len(models), len(document.runs))
        self.assertTrue(any(r.explanation for r in document.results()))
        self.assertTrue(any(r.witness for r in document.results()))


class Documents(unittest.TestCase):
    def test_members_to_come_are_ignored(self):
        tool = '{"name": "t", "version": "v", "new": 1}'
        text = '{"schema": 1, "tool": %s, "runs": [], "more": {}}' % tool
        self.assertEqual([], rcheck_bdd.loads(text).runs)

    def test_an_explanation(self):
        state = {"a": {"x": "1"}}
        part = {"formula": "p", "holds": True, "state": state,
                "jumps": [{"agents": ["a"], "from": state, "to": state,
                           "run": {"steps": [], "loop": -1}}],
                "strategy": {"a": [{"when": "", "command": "go"}]}}
        result = {"index": 1, "name": "", "formula": "f", "verdict": "unknown", "reason": "r",
                  "seconds": 0, "explanation": {"formula": "f", "holds": False, "state": state,
                                                "parts": [part]}}
        text = {"schema": 1, "tool": {"name": "t", "version": "v"},
                "runs": [{"file": "m", "results": [result], "warnings": []}]}
        found = rcheck_bdd.loads(json.dumps(text)).runs[0].results[0]
        self.assertIs(Verdict.UNKNOWN, found.verdict)
        self.assertEqual(state, found.explanation.parts[0].jumps[0].source)
        self.assertEqual("go", found.explanation.parts[0].strategy["a"][0].command)

    def test_other_texts(self):
        for text in ("", "[]", '{"schema": 2}', '{"schema": 1}',
                     '{"schema": 1, "tool": 1, "runs": []}'):
            with self.assertRaises(rcheck_bdd.SchemaError, msg=text):
                rcheck_bdd.loads(text)


class Package(unittest.TestCase):
    def test_sources_are_those_of_the_oldest_python(self):
        for file in (ROOT / "cmd" / "python" / "rcheck_bdd").glob("*.py"):
            ast.parse(file.read_text(), feature_version=(3, 9))

    def test_builds_are_the_same_bytes(self):
        sys.path.insert(0, str(ROOT / "cmd" / "python"))
        self.addCleanup(sys.path.remove, str(ROOT / "cmd" / "python"))
        import backend

        wheels = []
        for _ in range(2):
            with tempfile.TemporaryDirectory() as folder:
                wheels.append((Path(folder) / backend.build_wheel(folder)).read_bytes())
                names = zipfile.ZipFile(io.BytesIO(wheels[-1])).namelist()
                archive = tarfile.open(Path(folder) / backend.build_sdist(folder))
                with archive:
                    self.assertIn("rcheck_bdd-0.1.0/backend.py", archive.getnames())
        self.assertEqual(wheels[0], wheels[1])
        self.assertIn("rcheck_bdd/py.typed", names)
        self.assertIn("rcheck_bdd-0.1.0.dist-info/RECORD", names)

    def test_everything_public_is_listed(self):
        for name in rcheck_bdd.__all__:
            self.assertTrue(hasattr(rcheck_bdd, name), name)

    def test_examples_of_the_page(self):
        page = (ROOT / "cmd" / "rcheck-bdd" / "doc" / "python.md").read_text()
        blocks = re.findall(r"```python\n(.*?)```", page, re.S)
        self.assertEqual(3, len(blocks))
        before = os.getcwd()
        os.chdir(ROOT)
        self.addCleanup(os.chdir, before)
        for block in blocks:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(block, "python.md", "exec"), {})


if __name__ == "__main__":
    unittest.main()
