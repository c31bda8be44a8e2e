//go:build unix

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
)

// hostileCall is one call of the program in a directory of files.
type hostileCall struct {
	args  []string
	stdin string
	// files are what is in the directory besides what every call finds there.
	files map[string]string
	// outputs are the files that the call may write, besides what a script saves.
	outputs map[string]bool
	// raw tells that standard output is a document, byte for byte.
	raw bool
	// inPlace tells that m.rcp may be laid out anew.
	inPlace bool

	hostileModel, hostileTrace, hostileFormula, hostileFlags bool
}

// weirdName is the name of a model that tries to drive the terminal and to forge lines.
const weirdName = "w\x1b[2J\u202e\n" + canary + ".rcp"

// outputNames are where outputs are asked for: also over inputs, by other names.
var outputNames = []string{
	"new.json", "new.svg", "old.json", "old.xml", "./old.json", "hard", "soft", "m.rcp", "o.rcp", "t.json", "dangling", "no/such", "directory",
	os.DevNull, "/dev/full", "-", "/dev/stdout", "n\x1b[1G\n" + canary, "",
}

// newCall makes a call of a random command on random inputs.
func (c *corpus) newCall(r *rand.Rand) *hostileCall {
	h := &hostileCall{files: map[string]string{}, outputs: map[string]bool{}}
	// One thing is hostile, or all are: else nothing would get past the first check.
	target := r.IntN(6)
	h.hostileModel, h.hostileTrace = target == 0 || target == 1 || target == 5, target == 2 || target == 5
	h.hostileFormula, h.hostileFlags = target == 3 || target == 5, target == 4 || target == 5
	h.files["o.rcp"] = c.models[0]
	h.files["m.rcp"] = c.models[0]
	if r.IntN(3) == 0 {
		h.files["m.rcp"] = pick(r, c.good)
	}
	if h.hostileModel && r.IntN(2) == 0 {
		h.files["m.rcp"] = pick(r, c.models)
	}
	if h.hostileModel {
		h.files["m.rcp"] = c.mutate(r, h.files["m.rcp"])
	}
	h.files["t.json"] = pick(r, c.traces)
	if h.hostileTrace {
		h.files["t.json"] = c.mutateJSON(r, h.files["t.json"])
	}
	h.files["props"] = "SPEC " + pick(r, c.formulas) + ";\nSPEC NAME n := " + pick(r, c.formulas) + "\n"
	h.files["script"] = pick(r, c.scripts)
	if h.hostileFormula {
		h.files["props"] = c.mutate(r, h.files["props"])
		h.files["script"] = c.mutateScript(r, h.files["script"])
	}
	h.files["m.map"] = "event e\nhidden *\nrename who as Agent\nclock t within 2\non step\n  initiator $who\n  participants $to\n  channel $ch\non *\n"
	h.files["run.jsonl"] = `{"e":"step","who":"x","t":1}` + "\n" + `{"e":"other","t":2,"to":["x","y"]}` + "\n" + `{"e":"step","ch":"*","t":3}` + "\n"
	if h.hostileTrace {
		h.files["run.jsonl"] = c.mutateJSON(r, h.files["run.jsonl"])
	}
	if h.hostileFormula {
		h.files["m.map"] = c.mutate(r, h.files["m.map"])
	}
	h.files[weirdName] = h.files["m.rcp"]
	h.files["old.json"], h.files["old.xml"] = "old", "old"
	h.stdin = pick(r, []string{"", h.files["m.rcp"], h.files["script"], h.files["t.json"]})
	commands := []func(*rand.Rand, *hostileCall){
		c.check, c.check, c.check, c.vet, c.fmt, c.fmt, c.draw, c.drawTrace, c.export, c.simulate, c.simulate, c.reach, c.replay, c.replay,
		c.automaton, c.sat, c.other, c.interpreted, c.interpreted, c.conform, c.conform,
	}
	pick(r, commands)(r, h)
	return h
}

func (h *hostileCall) add(args ...string) { h.args = append(h.args, args...) }

// sometimes adds a flag with a value.
func (h *hostileCall) sometimes(r *rand.Rand, in int, flag, value string) {
	if r.IntN(in) == 0 {
		h.add(flag + "=" + value)
	}
}

// output adds a flag that asks for an output.
func (h *hostileCall) output(r *rand.Rand, in int, flag string) {
	if r.IntN(in) == 0 {
		name := pick(r, outputNames)
		if !h.hostileFlags {
			name = pick(r, outputNames[:4])
		}
		h.add(flag, name)
		h.outputs[strings.TrimPrefix(name, "./")] = true
	}
}

func (c *corpus) formula(r *rand.Rand, h *hostileCall) string {
	f := pick(r, c.formulas)
	if h.args[0] != "sat" && h.args[0] != "automaton" {
		f = pick(r, c.formulas[:7])
	}
	if h.hostileFormula {
		f = c.mutate(r, f)
	}
	if strings.HasPrefix(f, "-") {
		f = " " + f
	}
	return strings.ReplaceAll(f, "\x00", "")
}

// interpreted is a call on a model in ISPL.
func (c *corpus) interpreted(r *rand.Rand, h *hostileCall) {
	h.files["j.ispl"] = pick(r, c.joint)
	if h.hostileModel || h.hostileFormula {
		h.files["j.ispl"] = c.mutate(r, h.files["j.ispl"])
	}
	h.add(pick(r, [][]string{
		{"check"}, {"check", "--witness"}, {"check", "--ability=uniform"}, {"check", "--ability=pruned", "--ability-steps=50"}, {"check", "--deadlock=mcmas"},
		{"check", "--certify=20"}, {"vet"}, {"fmt"}, {"reach", "--values"}, {"simulate", "--steps=5", "--seed=3"}, {"draw"}, {"draw", "--what=states"},
	})...)
	h.output(r, 4, "--json")
	h.add("j.ispl")
}

// model is what a model is called.
func (h *hostileCall) model(r *rand.Rand) string {
	name := pick(r, []string{"m.rcp", "m.rcp", "m.rcp", "m.rcp", "m.rcp", "m.rcp", "m.rcp", weirdName, "-", "missing", "directory", "soft", "t.json"})
	if !h.hostileFlags {
		name = "m.rcp"
	}
	if name == "-" {
		h.stdin = h.files["m.rcp"]
	}
	return name
}

func (c *corpus) reading(r *rand.Rand, h *hostileCall) {
	if !h.hostileFlags {
		h.sometimes(r, 8, "--reading", pick(r, []string{"tight", "wide"}))
		h.sometimes(r, 4, "--color", pick(r, []string{"never", "always", "auto"}))
		return
	}
	h.sometimes(r, 8, "--set", pick(r, []string{"N=2", "M=1", "N=99999999999999999999", "N=-1", "N=x", "N", "=1", "N=100000", canary + "\n=\x1b1", "N=3=4"}))
	h.sometimes(r, 12, "--int", pick(r, []string{"0..3", "-2..2", "5..1", "0..1048576", "x", "..", "0..99999999999999999999", "\x1b..\n" + canary}))
	h.sometimes(r, 8, "--reading", pick(r, []string{"tight", "wide", "\x1b[1G"}))
	h.sometimes(r, 4, "--color", pick(r, []string{"never", "always", "auto", "\n" + canary}))
}

// limits bound what the engine may take, so that no input takes long for a good reason.
func (c *corpus) limits(r *rand.Rand, h *hostileCall) {
	h.add("--max-nodes", "20k", "--max-mem", "32MB", "--timeout", "0.4")
	if !h.hostileFlags {
		return
	}
	h.sometimes(r, 12, "--timeout", pick(r, []string{"0.001", "1ns", "-1", "1e99", "x\x1b"}))
	h.sometimes(r, 12, "--max-nodes", pick(r, []string{"1", "10", "1e3", "0", "\n" + canary}))
	h.sometimes(r, 12, "--max-mem", pick(r, []string{"1", "10kB", "1TiBB", "\x1b"}))
	h.sometimes(r, 20, "--engine", pick(r, []string{"rudd", "native", "cudd\x1b"}))
	h.sometimes(r, 10, "--order", pick(r, []string{"lamp,switch", "lamp-shines", "lamp\x1b,\n" + canary, ",,,"}))
	if r.IntN(10) == 0 {
		h.add("--reorder")
	}
}

func (c *corpus) check(r *rand.Rand, h *hostileCall) {
	h.add("check")
	c.reading(r, h)
	c.limits(r, h)
	h.output(r, 3, "--json")
	h.output(r, 4, "--junit")
	h.output(r, 4, "--sarif")
	h.sometimes(r, 3, "--prop", c.formula(r, h))
	h.sometimes(r, 6, "--props", pick(r, []string{"props", "props", "t.json", "missing"}))
	h.sometimes(r, 6, "--run", pick(r, []string{"1", "stays", "nothing", "(", "\x1b\n" + canary}))
	h.sometimes(r, 6, "--symmetry", pick(r, []string{"auto", "off", "orbits"}))
	h.sometimes(r, 8, "--jobs", pick(r, []string{"2", "0", "-1", "99999999999999"}))
	h.sometimes(r, 8, "--certify", pick(r, []string{"true", "10", "0", "x"}))
	h.sometimes(r, 6, "--warnings", pick(r, []string{"all", "none", "some"}))
	h.sometimes(r, 6, "--progress", pick(r, []string{"1ms", "true", "off", "\x1b"}))
	for _, flag := range []string{"--stats", "--full-states", "-q"} {
		if r.IntN(6) == 0 {
			h.add(flag)
		}
	}
	for range 1 + r.IntN(6)/5 {
		h.add(h.model(r))
	}
	h.raw = strings.Contains(strings.Join(h.args, " "), "-") && (h.outputs["-"] || h.outputs["/dev/stdout"])
}

func (c *corpus) vet(r *rand.Rand, h *hostileCall) {
	h.add("vet")
	c.reading(r, h)
	h.add(h.model(r))
}

func (c *corpus) fmt(r *rand.Rand, h *hostileCall) {
	h.add("fmt")
	h.sometimes(r, 2, "--dialect", pick(r, []string{"classic", "current", "x\x1b"}))
	h.sometimes(r, 4, "--reading", pick(r, []string{"tight", "wide"}))
	if r.IntN(2) == 0 {
		h.add("-w", pick(r, []string{"m.rcp", "m.rcp", "m.rcp", "soft", "hard", weirdName, "directory", "-"}))
		h.inPlace = true
		return
	}
	if r.IntN(3) == 0 {
		h.add("-l")
	} else {
		h.raw = true
	}
	h.add(h.model(r))
}

func (c *corpus) draw(r *rand.Rand, h *hostileCall) {
	h.add("draw")
	c.reading(r, h)
	h.sometimes(r, 2, "--what", pick(r, []string{"all", "automata", "talk", "x"}))
	h.sometimes(r, 2, "--format", pick(r, []string{"text", "svg", "dot", "hoa"}))
	h.output(r, 3, "-o")
	h.add(h.model(r))
}

func (c *corpus) drawTrace(r *rand.Rand, h *hostileCall) {
	h.add("draw")
	h.sometimes(r, 2, "--format", pick(r, []string{"text", "svg", "dot"}))
	h.sometimes(r, 3, "--property", pick(r, []string{"stays", "1", "\x1b\n" + canary}))
	h.sometimes(r, 3, "--what", "dependencies")
	h.sometimes(r, 3, "--sort", "agents")
	h.output(r, 3, "-o")
	h.add("t.json")
	if r.IntN(2) == 0 {
		h.add(pick(r, []string{"m.rcp", "o.rcp", weirdName}))
	}
}

func (c *corpus) export(r *rand.Rand, h *hostileCall) {
	h.add("export", pick(r, []string{"smv", "smv", "smv", "smv", "\x1b"}))
	c.reading(r, h)
	h.sometimes(r, 3, "--prop", c.formula(r, h))
	h.sometimes(r, 3, "--dialect", pick(r, []string{"nusmv", "nuxmv"}))
	h.sometimes(r, 3, "--relation", pick(r, []string{"disjunctive", "partitioned"}))
	h.sometimes(r, 8, "--order", pick(r, []string{"lamp", "x\x1b"}))
	if r.IntN(5) == 0 {
		h.add("--no-properties")
	}
	h.output(r, 3, "-o")
	h.add(h.model(r))
}

func (c *corpus) simulate(r *rand.Rand, h *hostileCall) {
	h.add("simulate")
	c.reading(r, h)
	h.sometimes(r, 3, "--start", c.formula(r, h))
	h.sometimes(r, 3, "--seed", fmt.Sprint(r.IntN(5)))
	if r.IntN(4) == 0 {
		h.add("--random-start")
	}
	if r.IntN(3) == 0 {
		h.add("--full-states")
	}
	switch r.IntN(3) {
	case 0:
		h.add("--steps", pick(r, []string{"1", "20", "300", "0", "x"}))
	case 1:
		h.add("--script", pick(r, []string{"script", "script", "script", "missing", "directory", weirdName}))
	default:
		h.stdin = h.files["script"]
	}
	h.output(r, 3, "--save")
	h.add(pick(r, []string{"m.rcp", "m.rcp", "o.rcp", weirdName}))
}

func (c *corpus) reach(r *rand.Rand, h *hostileCall) {
	h.add("reach")
	c.reading(r, h)
	c.limits(r, h)
	h.sometimes(r, 3, "--where", c.formula(r, h))
	if r.IntN(4) == 0 {
		h.add("--values")
	}
	h.add(h.model(r))
}

func (c *corpus) replay(r *rand.Rand, h *hostileCall) {
	h.add("replay")
	h.sometimes(r, 4, "--sort", "agents")
	c.reading(r, h)
	h.sometimes(r, 4, "--property", pick(r, []string{"stays", "1", "4", "\x1b\n" + canary}))
	if r.IntN(4) == 0 {
		h.add("-q")
	}
	if r.IntN(3) == 0 {
		h.add("--simulate", "--script", "script")
		h.sometimes(r, 2, "--from", pick(r, []string{"0", "1", "2", "-1", "99999999"}))
		h.output(r, 3, "--save")
	}
	h.add("t.json")
	if r.IntN(2) == 0 {
		h.add(pick(r, []string{"m.rcp", "o.rcp", "o.rcp", weirdName}))
	}
}

// conform holds a log against a model, or monitors it.
func (c *corpus) conform(r *rand.Rand, h *hostileCall) {
	if r.IntN(3) == 0 {
		h.add("monitor")
		h.add("--prop", c.formula(r, h))
		h.sometimes(r, 3, "--format", "json")
	} else {
		h.add("conform")
		if r.IntN(5) == 0 {
			h.sometimes(r, 4, "--log-format", pick(r, []string{"csv", "otel", "json"}))
			h.add("--draft", "--log", pick(r, []string{"run.jsonl", "run.jsonl", "-", "directory"}), h.model(r))
			return
		}
		h.sometimes(r, 3, "--log", pick(r, []string{"run.jsonl", "-", "missing", "directory"}))
		h.output(r, 3, "--json")
		h.output(r, 3, "--svg")
		h.output(r, 3, "--html")
		for _, flag := range []string{"--ended", "-q"} {
			if r.IntN(5) == 0 {
				h.add(flag)
			}
		}
	}
	h.sometimes(r, 4, "--log-format", pick(r, []string{"csv", "otel", "json"}))
	h.add("--log", "run.jsonl", "--map", pick(r, []string{"m.map", "m.map", "m.map", "missing"}), h.model(r))
}

func (c *corpus) automaton(r *rand.Rand, h *hostileCall) {
	h.add("automaton")
	h.sometimes(r, 2, "--kind", pick(r, []string{"alternating", "generalized", "buchi"}))
	h.sometimes(r, 2, "--format", pick(r, []string{"text", "hoa", "dot", "svg"}))
	h.sometimes(r, 4, "--model", pick(r, []string{"m.rcp", "o.rcp", weirdName}))
	for _, flag := range []string{"--negate", "--plain"} {
		if r.IntN(4) == 0 {
			h.add(flag)
		}
	}
	h.output(r, 3, "-o")
	h.add(c.formula(r, h))
}

func (c *corpus) sat(r *rand.Rand, h *hostileCall) {
	h.add("sat")
	c.limits(r, h)
	h.sometimes(r, 3, "--model", pick(r, []string{"m.rcp", "o.rcp", weirdName}))
	if r.IntN(3) == 0 {
		h.add("--valid")
	}
	h.add(c.formula(r, h))
}

// other calls what has no model.
func (c *corpus) other(r *rand.Rand, h *hostileCall) {
	hostile := pick(r, hostileTexts)
	h.args = pick(r, [][]string{
		{"explain", "RC0101"}, {"explain", hostile}, {"help", hostile}, {"help", "check"}, {hostile}, {"completion", hostile}, {"completion", "bash"},
		{"version", hostile}, {"check", "--" + hostile + "=x", "m.rcp"}, {"check", "--", hostile}, {}, {"vet", hostile}, {"--json=" + hostile},
	})
}
