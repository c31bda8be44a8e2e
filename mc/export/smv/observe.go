package smv

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A step is what propositions may ask about the steps of an interaction.
type step struct {
	initiating *recipe.Command
	supply     *recipe.Command // nil unless the initiating command is a get
	channel    recipe.Value
	locality   recipe.Value
	// predicate of the message, and where it is evaluated but for the property
	// identifiers.
	predicate *recipe.Expr
	message   setting
	// data are those of the sender or supplier.
	data []*term
	of   *interaction
}

// observe evaluates step propositions on every interaction (P000 Definition 6)
// and returns for each proposition the bit that holds its value after the
// step: an index of t.bits, or -1 if it is true of no step at all. Propositions
// of equal values on all interactions share a bit.
func (t *translation) observe(propositions []int) error {
	t.bitOf = map[int]int{}
	shared := map[string]int{}
	for _, p := range propositions {
		values := make([]*node, len(t.interactions))
		var key []byte
		never := true
		for i, it := range t.interactions {
			it.step.of = it
			in := &setting{data: it.step.data, step: &it.step, proposition: true}
			in.channel, in.hasChannel = it.step.channel, it.step.supply == nil
			values[i] = t.decideUnder(it.enabled, t.holds(t.sys.Propositions[p].Expr, in))
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
		bit, known := shared[string(key)]
		if !known {
			bit = len(t.bits)
			shared[string(key)] = bit
			t.bits = append(t.bits, observation{p, t.bitName(p)})
			for i, it := range t.interactions {
				it.observed = append(it.observed, values[i])
			}
		}
		t.bitOf[p] = bit
	}
	return nil
}

// An observation is a boolean of the model that tells whether the step before
// satisfied a proposition.
type observation struct {
	proposition int
	name        string
}

// bitName is a word made of the proposition's text, or a number if that is
// long.
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
	if x.op == opConst {
		return x
	}
	// The conjuncts that share variables with x may decide it together.
	vars := support(x)
	var near []*node
	conjuncts := []*node{condition}
	if condition.op == opAnd {
		conjuncts = condition.args
	}
	for _, c := range conjuncts {
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

// stepLeaf evaluates the leaves about a step's roles.
func (t *translation) stepLeaf(e *recipe.Expr, s *step) term {
	p2p := s.supply != nil
	role := func(c *recipe.Command, there bool) term {
		if !there {
			return t.missing(recipe.Enum)
		}
		return t.certain(t.constant(recipe.Enum, t.sys.Agents[c.Agent].Location))
	}
	switch e.Op {
	case recipe.OpSupplierProperty:
		if p2p {
			if x := t.relabelled(s.supply.Agent)(e.Index); x != nil {
				return *x
			}
		}
		return t.missing(e.Type.Kind)
	case recipe.OpSender:
		return role(s.initiating, !p2p)
	case recipe.OpGetter:
		return role(s.initiating, p2p)
	case recipe.OpSupplier:
		return role(s.supply, p2p)
	case recipe.OpInitiator:
		return role(s.initiating, true)
	case recipe.OpProducer:
		if p2p {
			return role(s.supply, true)
		}
		return role(s.initiating, true)
	case recipe.OpLocality:
		if !p2p {
			return t.missing(recipe.Enum)
		}
		return t.certain(t.constant(recipe.Enum, s.locality))
	case recipe.OpPointToPoint:
		return t.certain(t.truth(p2p))
	default: // OpExecuted
		return t.certain(t.executes(s.of, e.Commands))
	}
}

// executes says where an interaction executes one of the commands. Where a
// receiver may choose between several moves and some but not all of them
// count, its choice becomes an input.
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

// tellApart gives the moves of a part the choice input of the agent, if one
// that counts can be made in a state where one that does not can be made too.
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

// choiceOf is the input that chooses a receive of the agent, by the command's
// ID.
func (t *translation) choiceOf(agent int) *variable {
	if v := t.choices[agent]; v != nil {
		return v
	}
	a := &t.sys.Agents[agent]
	v := &variable{
		name: t.names.unique(a.Name + "-receives"), agent: agent, local: -1, kind: recipe.Int, input: true,
		index: len(t.variables) + agent, spellings: map[recipe.Value]string{},
	}
	for id := a.Commands.Start; id < a.Commands.End; id++ {
		if t.sys.Commands[id].Kind == recipe.Receive && t.flow.Fires[id] {
			v.values = append(v.values, recipe.Value(id))
			v.spellings[recipe.Value(id)] = t.names.unique(t.commandName(&t.sys.Commands[id]))
		}
	}
	t.choices[agent] = v
	return v
}

// quantified evaluates a quantifier over the assignments of property
// identifiers that satisfy the message's predicate, by writing them out. An
// inner quantifier is its operand.
func (t *translation) quantified(e *recipe.Expr, in *setting) *node {
	if in.chosen {
		return t.holds(e.Args[0], in)
	}
	predicate := in.step.predicate
	mentioned := mentionedProperties(e.Args[0], predicate)
	count := 1
	for _, p := range mentioned {
		if count *= t.sys.Properties[p].Type.Size(); count > t.thresholds.MaxAssignments {
			t.err = fmt.Errorf("%w: a quantifier over %d assignments of property identifiers, at least", ErrTooLarge, count)
			return t.no
		}
	}
	assignment := make([]*term, len(t.sys.Properties))
	property := func(p int) *term { return assignment[p] }
	inner, message := *in, in.step.message
	inner.chosen, inner.property, message.property = true, property, property
	var out []*node
	var assign func(i int)
	assign = func(i int) {
		if i == len(mentioned) {
			on, body := t.holds(predicate, &message), t.holds(e.Args[0], &inner)
			if e.Op == recipe.OpExists {
				out = append(out, t.and(on, body))
			} else {
				out = append(out, t.implies(on, body))
			}
			return
		}
		typ := t.sys.Properties[mentioned[i]].Type
		for code := range typ.Size() {
			x := t.certain(t.constant(typ.Kind, typ.Value(code)))
			assignment[mentioned[i]] = &x
			assign(i + 1)
		}
	}
	assign(0)
	if e.Op == recipe.OpExists {
		return t.or(out...)
	}
	return t.and(out...)
}

// mentionedProperties lists the property identifiers in the expressions,
// ascending.
func mentionedProperties(es ...*recipe.Expr) []int {
	var out []int
	for _, e := range es {
		e.Walk(func(e *recipe.Expr) bool {
			if e.Op == recipe.OpProperty {
				out = append(out, e.Index)
			}
			return true
		})
	}
	slices.Sort(out)
	return slices.Compact(out)
}
