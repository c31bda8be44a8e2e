package workbench

import (
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// What a place asks for is read from the words and signs before it: what is being typed need not be
// readable. For example, `K(` asks for an agent and `mood = ` for a value of the type of `mood`.

// firstRank sorts what a place asks for before all else.
const firstRank = "!"

// keywords begin declarations.
var keywords = strings.Fields(`
	SPEC LTOL LTLSPEC LTL FAIRNESS COMPASSION assume contract agent system group enum guard const
	channels structure variables`)

// keyword is the word that begins the declaration around the place, and which token before it that
// is; 0 if there is none. `message-structure` is three tokens, of which the last is meant, and
// `receive-guard` begins none.
func (c *completion) keyword() (string, int) {
	for n := 1; n <= c.before; n++ {
		t := c.token(n)
		compound := t.Text == "structure" || t.Text == "variables"
		if t.Kind == token.Word && slices.Contains(keywords, t.Text) && compound == (c.token(n+1).Kind == token.Minus) {
			return t.Text, n
		}
	}
	return "", 0
}

// opened is the innermost bracket around the place that is not closed yet, as the number of its
// token; 0 if there is none in the declaration.
func (c *completion) opened() int {
	_, end := c.keyword()
	depth := 0
	for n := 1; n < end; n++ {
		switch c.token(n).Kind {
		case token.RParen, token.RBrack, token.RBrace:
			depth++
		case token.LParen, token.LBrack, token.LBrace:
			if depth--; depth < 0 {
				return n
			}
		}
	}
	return 0
}

// observing reports whether the place is inside of an observation.
func (c *completion) observing() bool {
	_, end := c.keyword()
	for n := 1; n+1 < end; n++ {
		a, b := c.token(n+1), c.token(n)
		switch {
		case a.Kind != b.Kind || a.End() != b.Pos:
		case a.Kind == token.RBrack || a.Kind == token.Gt:
			return false
		case a.Kind == token.LBrack || a.Kind == token.Lt:
			return true
		}
	}
	return false
}

// quantified are the variables that quantifiers bind before the place in its declaration.
func (c *completion) quantified() []*symbol {
	var out []*symbol
	_, end := c.keyword()
	for n := 1; n < end; n++ {
		if c.token(n).Kind != token.Colon || !c.quantifies(n) {
			continue
		}
		var types []string
		for m := n - 1; m > 0 && c.token(m).Kind != token.Dot; m-- {
			if c.token(m).Kind == token.Word {
				types = append(types, c.token(m).Text)
			}
		}
		for m := n + 1; m < end && !isQuantifier(c.token(m)); m++ {
			if c.token(m).Kind == token.Word {
				out = append(out, &symbol{kind: bound, name: c.token(m).Text, types: types})
			}
		}
	}
	return out
}

// quantifies reports whether a colon is that of a quantifier.
func (c *completion) quantifies(colon int) bool {
	n := colon + 1
	for !isQuantifier(c.token(n)) && (c.token(n).Kind == token.Word || c.token(n).Kind == token.Comma) {
		n++
	}
	return n > colon+1 && isQuantifier(c.token(n))
}

func isQuantifier(t token.Token) bool {
	signs := []token.Kind{token.ForAll, token.Exists, token.BulletForAll, token.BulletExists, token.BigAnd, token.BigOr}
	return t.Kind == token.Word && (t.Text == "forall" || t.Text == "exists") || slices.Contains(signs, t.Kind)
}

// agentTypes are the types of the agent that a token names; none if it names no agent.
func (c *completion) agentTypes(n int) []string {
	t := c.token(n)
	if t.Kind == token.RBrack {
		for n++; n <= c.before && c.token(n).Kind != token.Semi; n++ {
			if c.token(n).Kind == token.LBrack {
				t = c.token(n + 1)
				break
			}
		}
	}
	base, _ := cutNumber(t.Text)
	for _, s := range slices.Backward(append(c.index.named("", instance), c.quantified()...)) {
		if s.name != t.Text && !(s.family && s.name == base) || len(s.types) == 0 {
			continue
		}
		types := slices.Clone(s.types)
		if slices.Contains(types, "Agent") { // every agent type
			for _, a := range c.index.named("", agentType) {
				types = append(types, a.name)
			}
		}
		return types
	}
	return nil
}

// agentWords stand for agents in observations.
var agentWords = strings.Fields("sender getter supplier initiator producer")

// typeOf is the name of the type of what a token names, such as `kinds`, `bool` or `channel`; empty
// if it is not known. Agents have the type `location`.
func (c *completion) typeOf(n int, agent string) string {
	name := c.token(n).Text
	switch {
	case slices.Contains(agentWords, name):
		return "location"
	case name == "chan" || name == "ch":
		return "channel"
	}
	var found []*symbol
	switch c.token(n + 1).Kind {
	case token.Minus:
		for _, owner := range c.agentTypes(n + 2) {
			found = append(found, c.index.named(owner, local)...)
		}
	case token.At:
		found = c.index.named("", property)
	default:
		found = append(c.index.named(agent, local), c.index.named("", datum, property)...)
		for _, g := range c.index.named("", guard) {
			found = append(found, c.index.named(g.name, parameter)...)
		}
	}
	for _, s := range found {
		f, _ := s.decls[0].(*ast.Field)
		if s.name != name || f == nil {
			continue
		}
		if id, ok := f.Type.(*ast.Ident); ok {
			return id.Name
		}
	}
	return ""
}

// firsts offers symbols of some kinds as what the place asks for.
func (c *completion) firsts(owner string, kinds ...kind) {
	for _, s := range c.index.named(owner, kinds...) {
		c.item(s.name, kindFacts[s.kind].completion, s.kind.String(), firstRank)
	}
}

// firstWords offers words of the language as what the place asks for.
func (c *completion) firstWords(list ...string) {
	for _, w := range list {
		c.item(w, keywordKind, words[w], firstRank)
	}
}

// agents offers agents.
func (c *completion) agents() {
	for _, s := range c.quantified() {
		c.item(s.name, kindFacts[bound].completion, s.kind.String(), firstRank)
	}
	c.firsts("", instance)
}

// valuesOf offers the values of a type.
func (c *completion) valuesOf(typ string) {
	switch typ {
	case "bool", "boolean":
		c.firstWords("true", "false")
	case "channel":
		c.firsts("", channel)
		c.item("*", kindFacts[channel].completion, "the broadcast channel", firstRank)
	case "location":
		c.agents()
	}
	for _, d := range c.text().syntax.tree.Decls {
		e, is := d.(*ast.EnumDecl)
		if !is || e.Name == nil || e.Name.Name != typ {
			continue
		}
		for _, v := range e.Values {
			c.item(v.Name.Name, kindFacts[enumValue].completion, enumValue.String(), firstRank)
		}
	}
}

// comparisons are the signs behind which a value stands.
var comparisons = []token.Kind{token.Eq, token.Neq, token.Define, token.Lt, token.Le, token.Gt, token.Ge}

// expect offers what the place asks for, before all else. Agent is the type around the place, if
// there is one.
func (c *completion) expect(agent string) {
	t1, t2, open := c.token(1), c.token(2), c.opened()
	keyword, _ := c.keyword()
	direct := open == 1 || open > 0 && t1.Kind == token.Comma // behind the bracket, or the next in a list
	before := c.token(open + 1)                               // of the bracket
	switch {
	case t1.Kind == token.Colon:
		c.expectType(keyword)
	case keyword == "system" && (t1.Kind == token.OrOr || t1.Kind == token.Or || t1.Kind == token.Eq && t2.Text == "system"):
		c.firsts("", agentType)
	case keyword == "group" && t1.Kind == token.Eq:
		c.firsts("", agentType, instance)
	case slices.Contains(comparisons, t1.Kind) && t2.Kind == token.Word:
		c.valuesOf(c.typeOf(2, agent))
	case open > 0 && direct && c.expectIn(c.token(open).Kind, before, open):
	case c.observing() && slices.Contains([]token.Kind{token.LBrack, token.Lt, token.And, token.Or, token.Not, token.LParen}, t1.Kind):
		c.firstWords("sender", "chan", "p2p", "getter", "supplier", "forall", "exists")
		c.firsts("", datum)
	case agent != "":
		c.expectInAgent(t1, t2, agent)
	}
}

// expectType offers types behind a colon: of agents in a quantifier, of data in a declaration.
func (c *completion) expectType(keyword string) {
	switch t2, t3 := c.token(2), c.token(3); {
	case c.quantifies(1):
		c.firsts("", agentType)
		c.firstWords("Agent")
	case t2.Kind == token.Word && (t3.Kind == token.Comma || t3.Kind == token.Colon || keyword == "guard"):
		c.firsts("", enumeration)
		c.firstWords("bool", "channel", "int", "location")
	}
}

// expectIn offers what stands directly in a bracket behind a word, and reports whether it knows.
func (c *completion) expectIn(bracket token.Kind, before token.Token, open int) bool {
	first := firstOperand(false, before.Text)
	switch {
	case bracket == token.LParen && open == 1 && strings.HasPrefix(first, "agent"):
		c.agents()
	case bracket == token.LParen && open == 1 && first == "group":
		c.firsts("", group)
		c.firstWords("all")
	case bracket == token.LBrace && before.Kind == token.LParen && firstOperand(false, c.token(open+2).Text) == "group":
		c.agents()
		c.words("scheduler")
	case bracket == token.LParen && open == 1 && (before.Text == "exists" || before.Text == "forall") && c.observing():
		c.firsts("", property)
	case bracket == token.LParen && before.Kind == token.RParen: // the data of a send
		c.firsts("", datum)
	default:
		return false
	}
	return true
}

// expectInAgent offers what a command or a section asks for.
func (c *completion) expectInAgent(t1, t2 token.Token, agent string) {
	bracket := c.token(c.opened())
	switch {
	case t1.Kind == token.At:
		c.firsts("", property)
	case t1.Kind == token.RBrace: // the channel of a command
		c.valuesOf("channel")
		c.firstWords("GET", "SUPPLY")
	case t1.Kind == token.LArrow || t1.Kind == token.Minus && t2.Kind == token.Lt:
		c.firsts(agent, local)
	case bracket.Kind == token.LBrack && c.opened() > 0 && (t1.Kind == token.LBrack || t1.Kind == token.Comma):
		c.firsts(agent, local)
		c.words("spawn", "stop")
	}
}
