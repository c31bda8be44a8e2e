package symbolic

import (
	"context"
	"fmt"
	"math"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/flow"
)

// Options say how a system is encoded. The zero value is good for most systems.
type Options struct {
	// BDD configures the manager of the diagrams.
	BDD bdd.Options
	// Order lists, from the top of the diagrams, variables ("agent-local" and
	// "agent-automaton-state"), bits of variables ("agent-local[0]") or whole agents. Variables
	// that it does not name follow in the order of composition. If Order is empty, several orders
	// are tried on the first part of an exploration, and the best one is kept; see [Model.Order].
	Order []string
	// NoTrials uses the order of composition, and tries no other orders.
	NoTrials bool
	// Thresholds decide between representations.
	Thresholds Thresholds
	// Flow says how precise the analysis of values is; nil for the default. Values is what it comes
	// to, if that is known already.
	Flow   *flow.Thresholds
	Values *Flow
	// Poll, if it is not nil, is called from time to time while a manager of the encoding works,
	// with this manager. It is the manager of the model, or one for an order that is tried and then
	// closed. If Poll returns an error, the encoding ends with this error; see
	// [bdd.Manager.SetPoll].
	Poll func(*bdd.Manager) error
}

// Encode builds the symbolic model of a system that passes its Check. Encode keeps the limits of
// the context and of the manager. Their errors are wrapped with the phase. The caller closes the
// model.
func Encode(ctx context.Context, sys *recipe.System, o Options) (*Model, error) {
	m, err := tried(ctx, sys, o)
	if err == nil {
		m.most, m.owner = math.MaxInt, nil
		m.Manager.SetPoll(nil)
	}
	return m, err
}

// tried encodes in the order that is given, or in the best of those that are tried.
func tried(ctx context.Context, sys *recipe.System, o Options) (*Model, error) {
	if err := encodable(ctx, sys); err != nil {
		return nil, err
	}
	if o.Values == nil {
		values, err := Analyse(ctx, sys, o.Flow)
		if err != nil {
			return nil, err
		}
		o.Values = values
	}
	if len(o.Order) > 0 || o.NoTrials {
		return encode(ctx, sys, o.Values, o, math.MaxInt)
	}
	first := declared(sys, o.Values, o)
	if first.wideBits > 0 {
		if m := (&trials{first}).tryStaggers(ctx, o); m != nil {
			return m, nil
		}
		first.stagger = first.thresholds.WideStagger
		o.Order = first.names(first.vars)
	}
	m, err := encode(ctx, sys, o.Values, o, math.MaxInt)
	if err != nil {
		return nil, err
	}
	m.stagger = first.stagger
	return (&trials{m}).tryOrders(ctx, o)
}

// declared is the model with its variables, and nothing else yet.
func declared(sys *recipe.System, flow *Flow, o Options) *Model {
	m := &Model{Coding: Coding{System: sys, Flow: flow, thresholds: o.Thresholds}}
	m.thresholds.setDefaults()
	m.declare()
	m.findWide()
	return m
}

// encode builds the model in the order that the options give, within so much work (see
// [Model.within]).
func encode(ctx context.Context, sys *recipe.System, flow *Flow, o Options, most int) (*Model, error) {
	m := declared(sys, flow, o)
	m.most = most
	if err := m.arrange(o.Order); err != nil {
		return nil, err
	}
	layout := m.layout()
	if bits := m.bitOrder(o.Order); bits != nil {
		o.BDD.Order = bits
	}
	manager, err := bdd.New(layout, o.BDD)
	if err != nil {
		return nil, fmt.Errorf("symbolic: %w", err)
	}
	m.Manager = manager
	m.owner = o.Poll
	manager.SetPoll(m.poll)
	if err := m.build(ctx); err != nil {
		m.Close()
		return nil, fmt.Errorf("symbolic: encoding the system: %w", err)
	}
	return m, nil
}

// Close releases the model with its manager.
func (m *Model) Close() {
	if m != nil && m.Manager != nil {
		m.Manager.Close()
	}
}

// propertyMark begins the names under which property identifiers are declared
// to the diagrams; no agent's name begins with it.
const propertyMark = "@"

// layout declares the variables to the diagrams: those of the state in order,
// below them the assignments of property identifiers.
func (m *Coding) layout() *bdd.Layout {
	l := new(bdd.Layout)
	for _, x := range m.vars {
		x.id = l.Add(x.name(m.System), len(x.values))
		m.codes = append(m.codes, x.id)
	}
	for i := range m.System.Properties {
		p := &m.System.Properties[i]
		m.properties = append(m.properties, l.AddSingle(propertyMark+p.Name, p.Type.Size()))
	}
	return l
}

// build constructs everything over the diagrams.
func (m *Model) build(ctx context.Context) error {
	sc := m.Manager.NewScope(ctx)
	defer sc.Close()
	b := m.builder(sc)
	for _, x := range m.vars {
		b.prepare(x)
	}
	b.prepareProperties()
	valid := make([]bdd.Node, len(m.vars))
	for i, x := range m.vars {
		valid[i] = b.Valid(x.id, bdd.Current)
	}
	m.heard = map[heard]part{}
	defer func() { m.heard = nil }()
	m.Valid = m.Manager.Keep(b.conjunction(valid))
	m.Init = m.Manager.Keep(b.initial())
	b.findAstray()
	if b.Err() != nil {
		return b.Err()
	}
	for id := range m.System.Commands {
		if m.Flow.Fires[id] {
			if err := m.buildInteractions(sc, &m.System.Commands[id]); err != nil {
				return err
			}
		}
	}
	return nil
}

// buildInteractions builds those that a command initiates.
func (m *Model) buildInteractions(parent *bdd.Scope, c *recipe.Command) error {
	sc := parent.NewScope()
	defer sc.Close()
	b := m.builder(sc)
	switch c.Kind {
	case recipe.Send:
		for _, msg := range b.messagesOf(c) {
			b.makeParts(msg)
			m.Interactions = append(m.Interactions, b.variants(msg, nil)...)
		}
	case recipe.Get:
		for id := range m.System.Commands {
			s := &m.System.Commands[id]
			if s.Kind != recipe.Supply || s.Agent == c.Agent || !m.Flow.Fires[id] {
				continue
			}
			if it := b.exchangeInteraction(c, s); it != nil {
				m.Interactions = append(m.Interactions, it)
			}
		}
	}
	return b.Err()
}

// makeParts builds the contributions of all agents to a message, in the order
// of the diagram, and keeps them for later refinements.
func (b *builder) makeParts(msg *message) {
	sent := b.messageSetting(msg)
	for _, a := range b.m.agentOrder {
		if a == msg.command.Agent {
			msg.parts = append(msg.parts, b.senderPart(msg, sent).kept(b.m.Manager))
			continue
		}
		heard := heard{a, msg.key}
		p, met := b.m.heard[heard]
		if !met {
			p = b.receiverPart(a, msg, sent).kept(b.m.Manager)
			b.m.heard[heard] = p
		}
		msg.parts = append(msg.parts, p)
	}
	for _, n := range append(msg.made, msg.when) { // the key means something as long as its diagrams are there
		b.m.Manager.Keep(n)
	}
	msg.made = nil
}

// A heard message is one that an agent receives. Senders that nobody can tell apart send the same.
type heard struct {
	agent   int
	message messageKey
}

// initial is the set of initial states.
func (b *builder) initial() bdd.Node {
	nodes := []bdd.Node{b.m.Valid}
	for _, a := range b.m.agentOrder {
		agent := &b.m.System.Agents[a]
		own := b.And(b.m.Valid, b.And(b.At(a, 0), b.Holds(agent.Init, &setting{})))
		if own == bdd.False {
			b.Fail(&recipe.NoInitialStateError{Agent: a, Name: agent.Name})
		}
		nodes = append(nodes, own)
	}
	return b.conjunction(nodes)
}

// prepareProperties builds the terms of the property identifiers' auxiliary
// variables.
func (b *builder) prepareProperties() {
	m := b.m
	valid := bdd.True
	for i, id := range m.properties {
		typ := m.System.Properties[i].Type
		var v valuation
		if typ.Kind == recipe.Int && typ.Size() > m.thresholds.TableValues {
			v = vector(b.VecVar(id, bdd.Current, typ.Lo))
		} else {
			sets := map[recipe.Value]bdd.Node{}
			for code := range typ.Size() {
				sets[typ.Value(code)] = b.Eq(id, bdd.Current, code)
			}
			v = tableOf(sets)
		}
		m.propertyTerms = append(m.propertyTerms, b.Certain(m.kept(v)))
		valid = b.And(valid, b.Valid(id, bdd.Current))
	}
	m.validProperties = m.Manager.Keep(valid)
	if len(m.properties) > 0 {
		m.propertySet = m.Manager.VarSet(bdd.Current, m.properties...)
	}
}
