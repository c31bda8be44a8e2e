package rchecktest

import (
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// WithStates generates a model as [New] does, and formulas about states that it could have as
// properties, each in two spellings: with as few parentheses as can be and with all.
func WithStates(source recipetest.Source, formulas int) (m Model, min, full []string) {
	g, m := generate(&generator{Source: source})
	p := &properties{generator: g}
	for range formulas {
		x := p.states(3)
		min, full = append(min, x.min), append(full, x.full)
	}
	return m, min, full
}

// states is a formula about states.
func (p *properties) states(depth int) term {
	if depth == 0 {
		return p.boolTerm(p.scope(), 1)
	}
	sub := func() term { return p.states(depth - 1) }
	n := p.Intn(15)
	switch n {
	case 14:
		return p.quantify(sub)
	case 0:
		return p.temporal(p.oneOf("A", "E"), p.path(depth-1))
	case 1, 2:
		return p.temporal(p.oneOf("AG", "AF", "AX", "EG", "EF", "EX"), sub())
	case 3, 4:
		return called(p.oneOf("K", "Kw", "O"), p.agent(), sub())
	case 5:
		return called("KO", p.agent(), p.agent(), sub())
	case 6, 7:
		return called(p.oneOf("GK", "DK", "GCK"), p.group(), sub())
	case 8:
		if p.fair { // under which the checker does not search for strategies
			return called("K", p.agent(), sub())
		}
		goal := p.temporal(p.oneOf("X", "F", "G"), sub())
		if p.chance(40) {
			goal = infix(sub(), "U", sub())
		}
		players := p.group()
		switch {
		case p.chance(30):
			players = atom("{scheduler, " + p.agent().min + "}")
		case len(p.players) > 0 && p.chance(50):
			players = atom(pick(p.generator, p.players))
		}
		return called("can", players, goal)
	case 9:
		return prefix("!", sub())
	}
	return infix(sub(), [...]string{"&", "->", "<->", "|"}[n-10], sub())
}

// path is a formula about the paths from a state.
func (p *properties) path(depth int) term {
	sub := func() term { return p.states(depth) }
	switch p.Intn(5) {
	case 0:
		return p.observe(sub())
	case 1:
		return p.temporal("X", p.atom())
	case 2:
		return infix(sub(), p.oneOf("U", "W", "R"), p.temporal("G", sub()))
	case 3:
		return p.temporal("F", p.temporal("G", sub()))
	}
	return infix(p.temporal("F", sub()), "&", sub())
}

func (p *properties) agent() term {
	texts, _ := p.agents()
	return atom(pick(p.generator, texts))
}

func (p *properties) group() term {
	switch n := p.Intn(6); {
	case n == 0:
		return atom("all")
	case n == 1:
		return p.agent()
	case n == 2:
		return atom(pick(p.generator, p.types).name)
	case n < 5 && len(p.groups) > 0:
		return atom(pick(p.generator, p.groups))
	}
	return p.members()
}

// members are agents in braces.
func (p *properties) members() term {
	list := []string{p.agent().min}
	if p.chance(60) {
		list = append(list, p.agent().min)
	}
	return atom("{" + strings.Join(list, ", ") + "}")
}

// declareGroup declares a group by its members, one of which may be the scheduler, or by a type.
func (p *properties) declareGroup(name string) term {
	list := &p.groups
	members := p.members()
	switch {
	case p.chance(30):
		members = atom(pick(p.generator, p.types).name)
	case p.chance(40):
		list = &p.players
		members = atom(p.oneOf("{scheduler}", "{scheduler, "+p.agent().min+"}"))
	}
	*list = append(*list, name)
	return line("group %s = %s%s", name, members.min, p.oneOf("", ";"))
}
