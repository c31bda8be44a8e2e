package symbolic

import (
	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// stepTerms are what step propositions may ask about an interaction.
type stepTerms struct {
	it       *Interaction
	supplier int // agent, or -1
	locality *term
	// predicate of the message, and the context to evaluate it in but for the
	// property identifiers.
	predicate *recipe.Expr
	message   *setting
}

// StateProposition is the set of states in which a state proposition holds,
// among all states with valid codes.
func (m *Model) StateProposition(sc *bdd.Scope, proposition int) (bdd.Node, error) {
	p, err := m.proposition(proposition, recipe.StateProposition)
	if err != nil {
		return bdd.False, err
	}
	b := m.builder(sc)
	n := b.holds(p.Expr, &setting{proposition: true})
	return n, b.err
}

// StepProposition is the set of states in which the steps of the interaction
// satisfy the step proposition. The interaction must tell apart the receives
// that [Model.Watched] lists for the proposition; then from one state either
// all its steps satisfy it or none.
func (m *Model) StepProposition(sc *bdd.Scope, proposition int, it *Interaction) (bdd.Node, error) {
	p, err := m.proposition(proposition, recipe.StepProposition)
	if err != nil {
		return bdd.False, err
	}
	if it == nil || it.message == nil && it.exchange == nil {
		return bdd.False, misuse("the interaction is nil, or none of a model")
	}
	b := m.builder(sc)
	n := b.holds(p.Expr, b.stepSetting(it))
	return n, b.err
}

// stepSetting is where step propositions are evaluated for an interaction: on
// the initiator's and the supplier's current state.
func (b *builder) stepSetting(it *Interaction) *setting {
	if it.message != nil {
		ctx := b.messageSetting(it.message)
		message := *ctx
		ctx.proposition = true
		ctx.step = &stepTerms{it: it, supplier: -1, predicate: it.message.command.Predicate, message: &message}
		return ctx
	}
	x := it.exchange
	locality := constant(recipe.AnyLocality)
	step := &stepTerms{it: it, supplier: x.supply.Agent, predicate: x.get.Predicate, message: &setting{}}
	if x.get.Target != nil {
		locality = constant(b.m.System.Agents[x.supply.Agent].Location)
		step.predicate = recipe.TrueExpr
	}
	step.locality = &locality
	return &setting{proposition: true, data: b.dataTerms(x.supply), step: step}
}

// stepLeaf evaluates a leaf about the step's roles.
func (b *builder) stepLeaf(e *recipe.Expr, c *setting) term {
	s := c.step
	p2p := s.supplier >= 0
	agent := func(present bool, a int) term {
		if !present {
			return absentTerm
		}
		return constant(b.m.System.Agents[a].Location)
	}
	switch e.Op {
	case recipe.OpSupplierProperty:
		if !p2p {
			return absentTerm
		}
		return orAbsent(b.relabelled(s.supplier), e.Index)
	case recipe.OpSender:
		return agent(!p2p, s.it.Initiator)
	case recipe.OpGetter:
		return agent(p2p, s.it.Initiator)
	case recipe.OpSupplier:
		return agent(p2p, s.supplier)
	case recipe.OpInitiator:
		return agent(true, s.it.Initiator)
	case recipe.OpProducer:
		if p2p {
			return agent(true, s.supplier)
		}
		return agent(true, s.it.Initiator)
	case recipe.OpLocality:
		if !p2p {
			return absentTerm
		}
		return *s.locality
	case recipe.OpPointToPoint:
		return constant(recipe.BoolValue(p2p))
	default: // OpExecuted
		return constant(recipe.BoolValue(s.it.executesOne(e.Commands)))
	}
}

// quantified evaluates a quantifier over the assignments of the property
// identifiers that satisfy the message's predicate (P000 Definition 6), by
// quantifying auxiliary variables. An inner quantifier is its operand.
func (b *builder) quantified(e *recipe.Expr, c *setting) bdd.Node {
	if c.chosen {
		return b.holds(e.Args[0], c)
	}
	inner := *c
	inner.property, inner.chosen = b.m.assigned, true
	body := b.holds(e.Args[0], &inner)
	if e.Op == recipe.OpForall {
		body = b.not(body)
	}
	message := *c.step.message
	message.property = b.m.assigned
	some := b.and(b.m.validProperties, b.and(b.holds(c.step.predicate, &message), body))
	if b.m.propertySet != nil {
		some = b.exists(b.m.propertySet, some)
	}
	if e.Op == recipe.OpForall {
		return b.not(some)
	}
	return some
}
