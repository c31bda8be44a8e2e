package rchecktest

import (
	"fmt"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// ForAllSizes generates a model whose constant N only counts agents, so that its properties can be
// asked of all sizes at once. Workers have control states, a mode, a flag and, in some models, a
// partner and a channel of their own or one that they learn. Some models have a server, of which
// there is one, an instance that differs from the others at the beginning, or two kinds of workers
// by their index.
func ForAllSizes(source recipetest.Source) string {
	g := &sizes{Source: source}
	g.partner, g.links, g.server, g.marked = g.one(2), g.one(2), g.one(2), g.one(3)
	g.coloured = g.one(4)
	var b strings.Builder
	channels := "a, b"
	if g.links {
		channels += ", link[1..N]"
	}
	fmt.Fprintf(&b, "const N = 2;\nenum channel { %s }\nenum kinds { red, blue }\n", channels)
	b.WriteString("message-structure: KIND : kinds, WHO : location, LNK : channel\n")
	b.WriteString("property-variables: mode : 0..2, who : location\n\n")
	g.agent(&b, "Worker", g.links)
	if g.server {
		g.agent(&b, "Server", false)
	}
	b.WriteString("agent Idle receive-guard: false repeat: {false} *! (false)()[]\n\n")
	g.system(&b)
	for range 4 {
		fmt.Fprintf(&b, "SPEC %s;\n", g.property())
	}
	return b.String()
}

// sizes is a model in the making.
type sizes struct {
	recipetest.Source
	partner, links, server, marked, coloured bool
	own                                      bool // the type being written has a channel of its own
}

// one is true once in n times.
func (g *sizes) one(n int) bool { return g.Intn(n) == 0 }

func (g *sizes) of(texts ...string) string { return texts[g.Intn(len(texts))] }

func (g *sizes) system(b *strings.Builder) {
	cond := "true"
	if g.links {
		cond = "own = link[i]"
	}
	switch {
	case g.marked:
		cond += g.of(" & mode = (i = 1 ? 1 : 0)", " & flag = (i = 1)", " & mode = (i = N ? 1 : 0)")
	case g.coloured:
		cond += " & mode = (i % 2 = 0 ? 1 : 0)"
	default:
		cond += g.of("", " & mode = 0", " & !flag")
	}
	fmt.Fprintf(b, "system = Worker(worker[i : 1..N], %s)", cond)
	if g.server {
		b.WriteString(" || Server(server, mode = 0)")
	}
	b.WriteString(" || Idle(nobody, true)\n\n")
}

func (g *sizes) agent(b *strings.Builder, name string, own bool) {
	g.own = own
	locals, init := "mode : 0..2, flag : bool", g.of("mode = 0", "!flag", "mode = 0 & !flag", "mode < 2")
	if g.marked || g.coloured {
		init = g.of("true", "mode < 2")
	}
	if g.partner {
		locals, init = locals+", partner : location", init+g.of("", " & partner = nobody", " & partner = nobody", " & partner = nobody")
	}
	if g.links {
		locals, init = locals+", got : channel", init+" & got = b"
	}
	if own {
		locals += ", own : channel"
	}
	fmt.Fprintf(b, "agent %s\n    local: %s\n    init: %s\n", name, locals, init)
	fmt.Fprintf(b, "    relabel: mode <- mode\n             who <- %s\n", g.location())
	fmt.Fprintf(b, "    receive-guard: %s\n    repeat: %s\n", g.receiveGuard(), g.process(2))
}

func (g *sizes) receiveGuard() string {
	out := []string{"chan = a", "chan = *", "mode < 2 & chan = a", "chan = a | chan = b"}
	if g.links {
		out = append(out, "chan = got", "chan = got | chan = a")
	}
	if g.own {
		out = append(out, "chan = own", "chan = own | chan = b", "chan = own | chan = a")
	}
	return g.of(out...)
}

func (g *sizes) channel() string {
	out := []string{"*", "*", "a", "b"}
	if g.links {
		out = append(out, "got", "got")
	}
	if g.own {
		out = append(out, "own", "own")
	}
	return g.of(out...)
}

// location is a location that the agent knows of itself.
func (g *sizes) location() string {
	if g.partner {
		return g.of("partner", "partner", "myself")
	}
	return "myself"
}

func (g *sizes) process(depth int) string {
	if depth == 0 {
		return g.command()
	}
	var parts []string
	for range 2 + g.Intn(2) {
		if g.one(3) {
			parts = append(parts, "("+g.process(depth-1)+" ; "+g.process(depth-1)+")")
		} else {
			parts = append(parts, g.command())
		}
	}
	return "(" + strings.Join(parts, " + ") + ")"
}

// guard is a condition on the agent's own state.
func (g *sizes) guard() string {
	out := []string{"true", "true", "mode = 0", "mode = 1", "mode > 0", "flag", "!flag"}
	if g.partner {
		out = append(out, "partner = nobody", "partner != nobody")
	}
	if g.links {
		out = append(out, "got != b")
	}
	return g.of(out...)
}

// heard is a condition on a message.
func (g *sizes) heard() string {
	out := []string{"KIND = red", "KIND = blue", "true"}
	if g.partner {
		out = append(out, "WHO = partner", "WHO != partner")
	}
	if g.own {
		out = append(out, "LNK = own")
	}
	if g.links {
		out = append(out, "LNK != got")
	}
	return g.of(out...)
}

func (g *sizes) updates(heard bool) string {
	out := []string{g.of("mode := 0", "mode := 1", "mode := 2", "mode := mode < 2 ? mode + 1 : 0")}
	if g.one(2) {
		out = append(out, g.of("flag := true", "flag := false", "flag := !flag"))
	}
	if g.partner && g.one(2) {
		if heard {
			out = append(out, g.of("partner := WHO", "partner := WHO", "partner := nobody"))
		} else {
			out = append(out, "partner := nobody")
		}
	}
	if g.links && g.one(2) {
		if heard {
			out = append(out, g.of("got := LNK", "got := LNK", "got := b"))
		} else {
			out = append(out, "got := b")
		}
	}
	if g.one(5) {
		return ""
	}
	return strings.Join(out, ", ")
}

// data is what a message carries: always everything, so that receivers may ask for it.
func (g *sizes) data() string {
	link := "a"
	if g.links {
		link = "got"
	}
	if g.own {
		link = g.of("own", "own", "got")
	}
	return fmt.Sprintf("KIND := %s, WHO := %s, LNK := %s", g.of("red", "blue"), g.of("myself", g.location()), link)
}

func (g *sizes) predicate() string {
	out := []string{"true", "true", "@mode = mode", "@mode = 0", "@mode != 1"}
	if g.partner {
		out = append(out, "@who = partner", "@who = myself", "@who != myself")
	}
	return g.of(out...)
}

func (g *sizes) command() string {
	label := g.of("x", "y", "z") + ": "
	switch g.Intn(8) {
	case 0, 1, 2:
		return fmt.Sprintf("%s{%s} %s! (%s)(%s)[%s]", label, g.guard(), g.channel(), g.predicate(), g.data(), g.updates(false))
	case 3, 4, 5:
		return fmt.Sprintf("%s{%s & %s} %s? [%s]", label, g.guard(), g.heard(), g.channel(), g.updates(true))
	case 6:
		from := "@mode = 0"
		if g.partner {
			from = g.of("partner", "@mode = 0", "@who = myself")
		}
		return fmt.Sprintf("%s{%s & %s} GET@(%s)(%s)[%s]", label, g.guard(), g.heard(), from, g.data(), g.updates(true))
	default:
		return fmt.Sprintf("%s{%s & %s} SUPPLY@(%s)(%s)[%s]", label, g.guard(), g.heard(), g.of("any", "myself"), g.data(), g.updates(true))
	}
}

// atom is a state condition on an agent.
func (g *sizes) atom(k string) string {
	out := []string{k + "-mode = 0", k + "-mode = 1", k + "-mode = 2", k + "-mode < 2", k + "-flag", "!" + k + "-flag"}
	if g.partner {
		out = append(out, k+"-partner = nobody", k+"-partner = "+k)
	}
	if g.links {
		out = append(out, k+"-got = b")
	}
	return g.of(out...)
}

// pair is a state condition on two agents.
func (g *sizes) pair() string {
	out := []string{"k-flag & j-flag", "k-mode = 2 & j-mode = 2", "k-mode = j-mode", "k-mode = 1 & j-flag"}
	if g.partner {
		out = append(out, "k-partner = j", "k-partner = j & j-partner = k", "k-partner = j-partner & k-partner != nobody")
	}
	if g.links {
		out = append(out, "k-got = j-got & k-got != b")
	}
	return g.of(out...)
}

func (g *sizes) property() string {
	p, q := g.atom("k"), g.atom("k")
	one := []string{
		"G (%s -> %s)", "G (%s -> X (%s))", "G !(%s & %s)", "G ((%s) | (%s))", "(%s) -> G !(%s)", "(%s) -> G (%s)",
		"G (%s -> ((%s) W (k-mode = 0)))", "G (%s -> F (%s))", "(G F (%s)) -> (G F (%s))",
	}
	switch g.Intn(12) {
	case 0, 1, 2:
		return "forall k : Worker . " + fmt.Sprintf(g.of(one...), p, q)
	case 9, 10:
		return g.some()
	case 11:
		return "forall k : Worker . " + fmt.Sprintf(g.of("G (%s -> F (exists j : Worker . %s))", "(G F (exists j : Worker . %[2]s)) -> (G F (%[1]s))",
			"G (%s -> (exists j : Worker . k != j & %s))"), p, g.atom("j"))
	case 3, 4:
		return fmt.Sprintf("forall k : Worker . forall j : Worker . k != j -> (G !(%s))", g.pair())
	case 5:
		return "forall k : Worker . " + fmt.Sprintf("G (%s -> [[%s]] (%s))", p, g.of("sender != k", "sender = k", "p2p", "KIND = red", "chan = *"), q)
	case 6:
		return "forall k : Worker . " + fmt.Sprintf("G (k-%s -> X (%s))", g.of("mode = 0", "flag"), q)
	case 7:
		return "G !deadlock"
	default:
		if g.server {
			return "forall k : Worker . " + fmt.Sprintf("G !(%s & %s)", p, g.atom("server"))
		}
		return fmt.Sprintf("G (exists k : Worker . %s)", p)
	}
}

// some is a property of some worker, or of all of them at a time.
func (g *sizes) some() string {
	some := func() string { return g.of("(exists k : Worker . ", "(forall k : Worker . ") + g.atom("k") + ")" }
	both := []string{
		"F %s", "G (%s -> F %s)", "(G F %s) -> (G F %s)", "(F G %s) | (G F %s)", "G (%s -> %s)", "%s W %s", "F (%s & %s)", "F G (%s -> %s)", "G (%s -> X (%s))",
		"G (%s -> [[p2p]] %s)",
	}
	text := g.of(both...)
	if strings.Count(text, "%s") == 1 {
		return fmt.Sprintf(text, some())
	}
	return fmt.Sprintf(text, some(), some())
}
