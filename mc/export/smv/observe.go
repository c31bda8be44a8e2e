package smv

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// observe evaluates step propositions on every interaction (P000 Definition 6) and returns for each
// proposition the bit that holds its value after the step: an index of t.bits, or -1 if it is true
// of no step at all. Propositions of equal values on all interactions share a bit.
func (t *translation) observe(propositions []int) error {
	t.bitOf = map[int]int{}
	shared := map[string]int{}
	for _, p := range propositions {
		values := make([]*node, len(t.interactions))
		var key []byte
		never := true
		for i, it := range t.interactions {
			values[i] = t.decideUnder(it.enabled, t.Holds(t.sys.Propositions[p].Expr, it.setting))
			key = fmt.Append(key, values[i].id, ",")
			never = never && values[i].isFalse()
		}
		if t.err != nil {
			return fmt.Errorf("%w: %s", t.err, t.sys.Propositions[p].Name)
		}
		if never {
			t.bitOf[p] = -1
			continue
		}
		bit, known := memo.Number(shared, string(key))
		if !known {
			t.bits = append(t.bits, observation{p, t.bitName(p)})
			for i, it := range t.interactions {
				it.observed = append(it.observed, values[i])
			}
		}
		t.bitOf[p] = bit
	}
	return nil
}

// bitName is a word made of the proposition's text, or a number if that is long.
func (t *translation) bitName(proposition int) string {
	const longest = 40
	words := strings.NewReplacer(
		"!=", " not ", "=", " ", "&", " and ", "|", " or ", "!", " not ", "<=", " atmost ", ">=", " atleast ", "<", " below ", ">", " above ",
		"*", " broadcast ", "(", " ", ")", " ", "@", " ",
	).Replace(t.sys.Propositions[proposition].Name)
	name := strings.Join(strings.Fields(words), "_")
	if len(name) > longest || identifier(name) != name && identifier(name) != "_"+name {
		name = strconv.Itoa(len(t.bits) + 1)
	}
	return t.names.unique("observed-" + name)
}

// decideUnder folds x in the states where the condition holds.
func (t *translation) decideUnder(condition, x *node) *node {
	x = t.decide(t.under(facts(condition), x))
	if x.op == recipe.OpConst {
		return x
	}
	// The conjuncts that share variables with x may decide it together.
	vars := support(x)
	var near []*node
	for _, c := range conjuncts(condition) {
		if slices.ContainsFunc(support(c), func(v *variable) bool { return slices.Contains(vars, v) }) {
			near = append(near, c)
		}
	}
	context := t.and(near...)
	switch {
	case t.decide(t.and(context, x)).isFalse():
		return t.no
	case t.decide(t.and(context, t.not(x))).isFalse():
		return t.yes
	}
	return x
}

// executes says where an interaction executes one of the commands. If a receiver can choose between
// several moves of which only some execute one, its choice becomes an input.
func (t *translation) executes(it *interaction, commands []int) *node {
	var any []*node
	for i := range it.parts {
		p := &it.parts[i]
		counts := func(m move) bool { return slices.Contains(commands, m.command.ID) }
		if !slices.ContainsFunc(p.moves, counts) {
			continue
		}
		t.tellApart(it, p, counts)
		for _, m := range p.moves {
			if !counts(m) {
				continue
			}
			n := m.when
			if m.choice != nil {
				n = t.and(n, t.equal(t.read(m.choice), t.constant(recipe.Int, recipe.Value(m.command.ID))))
			}
			any = append(any, n)
		}
	}
	return t.or(any...)
}

// tellApart gives the moves of a part the agent's choice input, if in some state both a move that
// counts and one that does not are possible.
func (t *translation) tellApart(it *interaction, p *part, counts func(move) bool) {
	for _, m := range p.moves {
		for _, other := range p.moves {
			if counts(m) && !counts(other) && !t.conjoin(it.enabled, m.when, other.when).isFalse() {
				for k := range p.moves {
					p.moves[k].choice = t.choiceOf(p.agent)
				}
				return
			}
		}
	}
}

// choiceOf is the input that chooses a receive of the agent, by the command's ID.
func (t *translation) choiceOf(agent int) *variable {
	if v := t.choices[agent]; v != nil {
		return v
	}
	a := &t.sys.Agents[agent]
	v := &variable{
		name: t.names.unique(a.Name + "-receives"), agent: agent, local: -1, kind: recipe.Int,
		index: len(t.variables) + agent, spellings: map[recipe.Value]string{},
	}
	for id := range a.Commands.All() {
		if t.sys.Commands[id].Kind == recipe.Receive && t.flow.Fires[id] {
			v.values = append(v.values, recipe.Value(id))
			v.spellings[recipe.Value(id)] = t.names.unique(t.commandName(&t.sys.Commands[id]))
		}
	}
	t.choices[agent] = v
	return v
}
