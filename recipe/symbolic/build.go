package symbolic

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// build constructs everything over the diagrams.
func (m *Model) build(ctx context.Context) error {
	sc := m.Manager.NewScope(ctx)
	defer sc.Close()
	m.building, m.heard = sc, map[heard]part{}
	m.choices, m.updates = map[*recipe.Expr]term{}, map[*recipe.Assignment]bdd.Node{}
	defer func() { m.building, m.heard, m.choices, m.updates = nil, nil, nil, nil }()
	b := m.builder(sc)
	for _, x := range m.vars {
		b.prepare(x)
	}
	b.prepareProperties()
	valid := make([]bdd.Node, len(m.vars))
	for i, x := range m.vars {
		valid[i] = x.id.Valid(b.Calculator, bdd.Current)
	}
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

// prepareProperties builds the terms of the property identifiers' auxiliary
// variables.
func (b *builder) prepareProperties() {
	m := b.m
	valid := bdd.True
	for i, id := range m.properties {
		typ := m.System.Properties[i].Type
		var v valuation
		if typ.Kind == recipe.Int && typ.Size() > m.thresholds.TableValues {
			v = vector(id.Number(b.Calculator, bdd.Current, typ.Lo))
		} else {
			sets := map[recipe.Value]bdd.Node{}
			for code := range typ.Size() {
				sets[typ.Value(code)] = b.Eq(id, bdd.Current, code)
			}
			v = tableOf(sets)
		}
		m.propertyTerms = append(m.propertyTerms, b.Certain(m.kept(v)))
		valid = b.And(valid, id.Valid(b.Calculator, bdd.Current))
	}
	m.validProperties = m.Manager.Keep(valid)
	if len(m.properties) > 0 {
		m.propertySet = m.Manager.VarSet(bdd.Current, m.properties...)
	}
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

// Close releases the model with its manager.
func (m *Model) Close() {
	if m != nil && m.Manager != nil {
		m.Manager.Close()
	}
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
		msg.parts = append(msg.parts, memo.Known(b.m.heard, heard{a, msg.key}, func() part {
			return b.receiverPart(a, msg, sent).kept(b.m.Manager)
		}))
	}
	for _, n := range append(msg.made, msg.when) { // the key means something as long as its diagrams are there
		b.m.Manager.Keep(n)
	}
	msg.made = nil
}

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
