package cancel

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A heavyInput is a command line on an input that asks for much work, or for more than there is
// time.
type heavyInput struct {
	class string
	file  string // of the model; model.rcp if it is empty
	model string
	run   string // of run.json, if there is one
	stdin string
	args  []string // without the limits
}

// name is the file of the model.
func (h *heavyInput) name() string { return cmp.Or(h.file, "model.rcp") }

// A heavyClass makes inputs of one kind.
type heavyClass struct {
	name string
	make func(r *rand.Rand) heavyInput
}

func oneOf[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

// counters is a model of n agents that count to nine, one message at a time: 10^n states.
func counters(n int) string {
	return fmt.Sprintf("agent C\n local: n : 0..9\n init: n = 0\n repeat: ( up: { n < 9 } * ! true () [n := n + 1] "+
		"+ down: { n > 0 } * ? [n := n - 1] )\nsystem = C(c[1..%d], true)\n", n)
}

// bits is a small model for heavy properties: two states.
const bits = "agent A\n local: x : bool\n repeat: ( go: { x } * ! true () [x := !x] + back: { !x } * ! true () [x := !x] )\n" +
	"system = A(a, x) | A(b, !x)\n"

// normed is bits with norms and a group that the scheduler belongs to.
var normed = strings.Replace(bits, " repeat:", " violation: x\n repeat:", 1) + "group players = {scheduler, a}\n"

var stateOperators = []string{
	"AG (", "EF (", "AX (", "EX (", "AF (", "EG (", "A ((a-x) U ", "E ((b-x) W ", "K(a, ", "GK({a, b}, ", "GCK({a, b}, ", "DK({a, b}, ",
	"can({a}, F ", "can({a, scheduler}, G ", "can(players, X ", "O(a, ", "KO(a, b, ", "!(", "(a-x) & (", "(b-x) | (", "(EX a-x) -> (", "(EF b-x) <-> (", "A (F G a-x & F ",
}

var pathOperators = []string{
	"G (", "F (", "X (", "(a-x) U (", "(b-x) W (", "(a-x) R (", "!(", "(a-x) & (", "(F b-x) | (", "(G a-x) -> (", "(X a-x) <-> (",
	"<<sender = a>> (", "[[sender = b]] (",
}

// nest puts operators around a formula: one again and again, or any.
func nest(r *rand.Rand, operators []string, depth int) string {
	var open strings.Builder
	brackets := 0
	one := oneOf(r, operators...)
	mixed := r.IntN(2) == 0
	for range depth {
		if mixed {
			one = oneOf(r, operators...)
		}
		open.WriteString(one)
		brackets += strings.Count(one, "(") - strings.Count(one, ")")
	}
	return open.String() + "a-x" + strings.Repeat(")", brackets)
}

// wide joins many formulas.
func wide(r *rand.Rand, width int, part func(i int) string) string {
	sign := oneOf(r, " & ", " | ", " -> ")
	if sign == " -> " {
		width = min(width, 900)
	}
	parts := make([]string, width)
	for i := range parts {
		parts[i] = "(" + part(i) + ")"
	}
	return strings.Join(parts, sign)
}

// specs are properties with some of the keywords.
func specs(r *rand.Rand, n int, formula func(i int) string, keywords ...string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s NAME p%d := %s;\n", oneOf(r, keywords...), i, formula(i))
	}
	return b.String()
}

// checks are ways to check a model, and to show what was found.
func checks(r *rand.Rand) []string {
	args := []string{"check"}
	for _, flag := range []string{"--witness", "--html=out.html", "--json=out.json", "-q", "--warnings=all", "-j2", "--stats"} {
		if r.IntN(4) == 0 {
			args = append(args, flag)
		}
	}
	return append(args, "model.rcp")
}

// uses are commands on a model.
func uses(r *rand.Rand) []string {
	return oneOf(r, checks(r), checks(r), []string{"vet", "model.rcp"}, []string{"fmt", "model.rcp"},
		[]string{"export", "smv", "-o", "out.smv", "model.rcp"}, []string{"export", "aiger", "-o", "out.aag", "model.rcp"})
}

var heavyClasses = []heavyClass{
	{"state formulas", func(r *rand.Rand) heavyInput {
		f := nest(r, stateOperators, oneOf(r, 30, 200, 450))
		if r.IntN(3) == 0 {
			f = wide(r, oneOf(r, 100, 2000, 20_000), func(i int) string { return nest(r, stateOperators, 1+r.IntN(3)) })
		}
		return heavyInput{model: normed + oneOf(r, "SPEC ", "CTLSPEC ", "ATLSPEC ") + f + ";\n", args: uses(r)}
	}},
	{"path formulas", func(r *rand.Rand) heavyInput {
		f := nest(r, pathOperators, oneOf(r, 30, 200, 450))
		if r.IntN(3) == 0 {
			f = wide(r, oneOf(r, 100, 2000, 20_000), func(i int) string { return nest(r, pathOperators, 1+r.IntN(3)) })
		}
		args := oneOf(r, uses(r), []string{"automaton", "--model=model.rcp", f}, []string{"sat", "--model=model.rcp", f},
			[]string{"sat", "--valid", strings.NewReplacer("a-x", "p", "b-x", "q", "<<sender = a>>", "X", "[[sender = b]]", "G").Replace(f)})
		if len(f) > 100_000 { // more than a command line takes
			args = uses(r)
		}
		return heavyInput{model: bits + "SPEC " + f + ";\n", args: args}
	}},
	{"many properties", func(r *rand.Rand) heavyInput {
		operators, keywords := stateOperators, []string{"SPEC", "CTLSPEC", "ATLSPEC"}
		if r.IntN(2) == 0 {
			operators, keywords = pathOperators, keywords[:1]
		}
		text := specs(r, oneOf(r, 1000, 5000, 20_000), func(i int) string { return nest(r, operators, 1+r.IntN(3)) }, keywords...)
		return heavyInput{model: normed + text, args: uses(r)}
	}},
	{"models", func(r *rand.Rand) heavyInput {
		args := oneOf(r, uses(r), []string{"reach", "model.rcp"}, []string{"reach", "--values", "model.rcp"},
			[]string{"simulate", "--steps=10000000", "model.rcp"}, []string{"draw", "model.rcp"})
		return heavyInput{model: counters(oneOf(r, 10, 100, 900)) + "SPEC G (exists k : C . k-n < 9);\nSPEC AG (forall k : C . EF k-n = 9);\n", args: args}
	}},
	{"explanations", func(r *rand.Rand) heavyInput {
		text := counters(oneOf(r, 3, 6, 40))
		formulas := []string{
			"AG (c[1]-n < 9)", "AG EF (c[1]-n = 9 & c[2]-n = 9)", "EF (forall k : C . k-n = 0)", "EG (EF c[1]-n = 9)", "AF c[1]-n = 7",
			"EF EG AG (c[2]-n < 5)", "AG (K(c[1], c[2]-n < 9))", "can({c[1]}, F c[1]-n = 9)", "G (c[1]-n < 9)", "F c[2]-n = 9",
		}
		text += specs(r, 1+r.IntN(30), func(int) string { return oneOf(r, formulas...) }, "SPEC", "ATLSPEC")
		return heavyInput{model: text, args: append(checks(r), "--witness")}
	}},
	{"pictures", func(r *rand.Rand) heavyInput {
		var b strings.Builder
		n := oneOf(r, 20, 300, 3000)
		b.WriteString("agent A\n local: x : 0..9\n repeat: (\n  go: { x < 9 } * ! true () [x := x + 1]\n")
		for i := range n {
			fmt.Fprintf(&b, "  + l%d: { x = %d } * %s [x := %d]\n", i, r.IntN(10), oneOf(r, "? ", "! true ()"), r.IntN(10))
		}
		fmt.Fprintf(&b, " )\nsystem = A(a[1..%d], true)\n", oneOf(r, 2, 50, 500))
		return heavyInput{model: b.String(), args: []string{"draw", "--what=" + oneOf(r, "all", "automata", "talk"), "--format=" + oneOf(r, "text", "svg", "dot"), "-o", "out", "model.rcp"}}
	}},
	{"conversations", func(r *rand.Rand) heavyInput {
		var b strings.Builder
		for range oneOf(r, 5, 500) {
			b.WriteString(oneOf(r, "random 100000000\n", "until c[1]-n = 9\n", "goto c[1]-n = 9 & c[2]-n = 9\n", "goto forall k : C . k-n = 9\n", "back\n", "trace\n", "random 10000\n", "steps\n"))
		}
		return heavyInput{model: counters(oneOf(r, 2, 12, 200)), stdin: b.String(), args: []string{"simulate", "--script=-", "model.rcp"}}
	}},
}

// toggled is a run of the model bits with so many steps, as `simulate --save` writes it.
func toggled(steps int) string {
	var b strings.Builder
	b.WriteString(`{"schema":1,"file":"model.rcp","trace":{"steps":[`)
	for i := range steps + 1 {
		x, label, place := "true", "go", "3:12"
		if i%2 == 1 {
			x, label, place = "false", "back", "3:46"
		}
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, `{"state":{"a":{"x":%s,"automaton-state":0},"b":{"x":false,"automaton-state":0}}`, x)
		if i < steps {
			fmt.Fprintf(&b, `,"message":{"kind":"broadcast","initiator":"a","label":"%s","position":"model.rcp:%s","channel":"*",`+
				`"data":{},"predicate":"true","participants":[]}`, label, place)
		}
		b.WriteString("}")
	}
	b.WriteString("]}}\n")
	return b.String()
}

// many are so many formulas in ISPL, some of them about all joint actions of a state.
func many(r *rand.Rand, n int) string {
	operators := []string{"AG (", "EF (", "AX (", "EX (", "AF (", "EG (", "K(P1, ", "GCK(g, ", "<g>F (", "<g>G (", "!("}
	var b strings.Builder
	for range n {
		depth := 1 + r.IntN(3)
		for range depth {
			b.WriteString(oneOf(r, operators...))
		}
		b.WriteString(oneOf(r, "top", "first") + strings.Repeat(")", depth) + ";\n")
	}
	return b.String()
}

// isplUses are commands on a model in ISPL.
func isplUses(r *rand.Rand) []string {
	args := slices.Clone(oneOf(r, append(checks(r), "--witness"), checks(r), checks(r), []string{"vet", "model.rcp"}, []string{"fmt", "model.rcp"},
		[]string{"reach", "model.rcp"}, []string{"reach", "--values", "model.rcp"}, []string{"simulate", "--steps=10000000", "model.rcp"},
		[]string{"draw", "--what=" + oneOf(r, "states", "automata", "talk", "all"), "--format=" + oneOf(r, "svg", "text"), "-o", "out", "model.rcp"}))
	args[slices.Index(args, "model.rcp")] = "model.ispl"
	return args
}

func init() {
	heavyClasses = append(heavyClasses, heavyClass{"ISPL", func(r *rand.Rand) heavyInput {
		formulas := many(r, oneOf(r, 3, 30, 2000))
		if r.IntN(3) == 0 {
			formulas = strings.Repeat("<g>F ", oneOf(r, 30, 300, 900)) + "top;\n"
		}
		return heavyInput{file: "model.ispl", model: crowd(oneOf(r, 3, 6, 10), formulas), args: isplUses(r)}
	}}, heavyClass{"ISPL conversations", func(r *rand.Rand) heavyInput {
		var b strings.Builder
		for range oneOf(r, 5, 500) {
			b.WriteString(oneOf(r, "random 100000000\n", "until first\n", "goto top\n", "goto first\n", "back\n", "trace\n", "random 10000\n", "list\n"))
		}
		model := oneOf(r, crowd(oneOf(r, 3, 8, 12), "AG !top;"), stuck(oneOf(r, 6, 10)))
		return heavyInput{file: "model.ispl", model: model, stdin: b.String(), args: []string{"simulate", "--script=-", "model.ispl"}}
	}}, heavyClass{"documents", func(r *rand.Rand) heavyInput {
		text := specs(r, oneOf(r, 300, 3000, 20_000), func(int) string {
			return oneOf(r, "G (a-x -> X (b-x & X X a-x))", "AG (a-x -> AX b-x)", "F G a-x", "EF (a-x & b-x)", "G F a-x")
		}, "SPEC")
		return heavyInput{model: bits + text, args: []string{"check", "--json=out.json", oneOf(r, "--html=out.html", "--junit=out.xml", "--sarif=out.sarif"), "model.rcp"}}
	}}, heavyClass{"runs", func(r *rand.Rand) heavyInput {
		args := oneOf(r, []string{"replay", "run.json"}, []string{"replay", "-q", "run.json"}, []string{"draw", "--format=svg", "-o", "out.svg", "run.json"},
			[]string{"draw", "-o", "out.txt", "run.json"}, []string{"draw", "--format=html", "-o", "out.html", "run.json"},
			[]string{"replay", "--simulate", "--script=-", "run.json"})
		return heavyInput{model: bits, run: toggled(oneOf(r, 1000, 30_000, 300_000)), stdin: "next 100000\ntrace full\nproperties\n", args: append(args, "model.rcp")}
	}})
}

// heavy is the n-th heavy input.
func heavy(n int) heavyInput {
	r := rand.New(rand.NewPCG(31, uint64(n)))
	c := heavyClasses[n%len(heavyClasses)]
	h := c.make(r)
	h.class = c.name
	return h
}
