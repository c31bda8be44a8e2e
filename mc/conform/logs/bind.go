package logs

import (
	"errors"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc/conform"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// maxKnown is the number of different entries whose meaning is kept. It changes the work only.
const maxKnown = 1 << 14

// Bind resolves a map against a system. The error joins all that the map says about what the system
// does not have.
func (m *Map) Bind(sys *recipe.System) (*Binder, error) {
	b := &Binder{
		m: m, sys: sys, agents: map[string]int{}, rules: map[string]*rule{}, skip: map[string]bool{},
		renamed: map[string]int{}, names: map[string]int{}, known: map[string]*bound{}, conditions: map[string]conform.Condition{},
		applied: map[*rule]bool{}, filled: map[string]bool{},
	}
	for a := range sys.Agents {
		b.agents[sys.Agents[a].Name] = a
		b.control = append(b.control, recipe.IntType(0, max(sys.Agents[a].States, 1)-1))
	}
	for i := range m.rules {
		for _, e := range m.rules[i].events {
			b.rules[e.text] = &m.rules[i]
		}
	}
	for _, w := range m.skip {
		b.skip[w.text] = true
	}
	var errs []error
	for i, r := range m.renames {
		if len(b.ofType(r.typ.text)) == 0 {
			errs = append(errs, m.fault(r.typ, "the model has no agent type %s", r.typ.text))
		}
		for _, f := range r.fields {
			b.renamed[f.text] = i
		}
	}
	for i := range m.rules {
		for j := range m.rules[i].facts {
			errs = append(errs, b.static(&m.rules[i].facts[j]))
		}
	}
	return b, errors.Join(errs...)
}

// static reports what is wrong with a fact whatever a record says.
func (b *Binder) static(f *mapFact) error {
	fields := f.fields()
	if len(fields) > 0 {
		if f.kind == factData || f.kind == factBefore || f.kind == factAfter {
			if agent, _, _ := f.target.of(); !agent.field {
				_, err := b.target(f, nil, nil)
				return err
			}
		}
		return nil
	}
	_, err := b.condition(f, nil, nil)
	return err
}

// Hidden is the step proposition of the commands that the log may leave out; nil if there are none.
func (b *Binder) Hidden() (*recipe.Expr, error) {
	var commands []int
	for _, w := range b.m.hidden {
		list, err := b.commands(w, nil, nil)
		if err != nil {
			return nil, err
		}
		commands = append(commands, list...)
	}
	return executed(commands), nil
}

// Names are, for each name of an agent that the records so far have left open, the agents that it
// may stand for.
func (b *Binder) Names() [][]int { return b.open }

// Silent reports whether no fact of the map applied to any entry so far: then each entry stands for
// any step.
func (b *Binder) Silent() bool { return !b.said }

// An EmptyField is a field that the map names, and that had no value in any record of its events.
type EmptyField struct {
	Name  string
	Place string // FILE:LINE:COLUMN, of its first use in the map
}

// EmptyFields are those of the facts of all events so far, in the order of the map. These facts
// said nothing: perhaps the name is misspelled.
func (b *Binder) EmptyFields() (out []EmptyField) {
	for i := range b.m.rules {
		r := &b.m.rules[i]
		for j := range r.facts {
			for _, w := range r.facts[j].fields() {
				if b.applied[r] && !b.filled[w.text] && !slices.ContainsFunc(out, func(e EmptyField) bool { return e.Name == w.text }) {
					out = append(out, EmptyField{w.text, fmt.Sprintf("%s:%d:%d", b.m.file, w.line, w.column)})
				}
			}
		}
	}
	return out
}

// Entry is what a record says. ok is false if the map skips its event. The error is an *[Error].
func (b *Binder) Entry(r *Record) (e conform.Entry, ok bool, err error) {
	rule, err := b.rule(r)
	if rule == nil {
		return e, false, err
	}
	b.key = append(b.key[:0], rule.events[0].text...)
	for i := range rule.facts {
		for _, w := range rule.facts[i].fields() {
			if f := r.Field(w.text); f != nil && f.Value.Kind != Null {
				b.key = append(append(append(b.key, 1), byte(f.Value.Kind)), f.Value.Text...)
			} else {
				b.key = append(b.key, 0)
			}
		}
	}
	known := b.known[string(b.key)]
	if known == nil {
		if known, err = b.bind(rule, r, string(b.key)); err != nil {
			return e, false, err
		}
		if len(b.known) >= maxKnown {
			clear(b.known)
		}
		b.known[string(b.key)] = known
	}
	return conform.Entry{Place: r.Place(), Names: known.names, Observe: known.observe}, true, nil
}

// rule is that of the record's event; nil if it is skipped, or with an error.
func (b *Binder) rule(r *Record) (*rule, error) {
	field := r.Field(b.m.event.text)
	name := ""
	if field != nil {
		name = field.Value.Text
		if rule := b.rules[name]; rule != nil {
			return rule, nil
		}
		if b.skip[name] {
			return nil, nil
		}
	}
	switch {
	case b.rules["*"] != nil:
		return b.rules["*"], nil
	case b.skip["*"]:
		return nil, nil
	case field == nil:
		advice := "the map can say `event FIELD` or `on *`"
		if slices.ContainsFunc(r.Fields, func(f Field) bool { owner, _ := ownerOf(f.Name); return owner != "" }) {
			advice = "the line looks like OpenTelemetry's JSON, which is a format of its own"
		}
		return nil, r.fault(1, "the record has no field %q, which names the event; %s", b.m.event.text, advice)
	}
	return nil, r.fault(field.Column, "the event %q has no rule in %s; write `on %q`, or `skip %q`", name, b.m.file, name, name)
}

// fields are the fields of the log that the fact needs.
func (f *mapFact) fields() (out []word) {
	add := func(w word, split bool) {
		if agent, what, ok := w.of(); split && ok {
			for _, part := range []word{agent, what} {
				if part.field {
					out = append(out, part)
				}
			}
		} else if w.field {
			out = append(out, w)
		}
	}
	for _, w := range f.words {
		add(w, f.kind == factCommand)
	}
	if f.target.raw != "" {
		add(f.target, true)
	}
	return out
}

// bind finds out what the records of a key say.
func (b *Binder) bind(rule *rule, r *Record, key string) (*bound, error) {
	record := *r
	record.Fields = slices.Clone(r.Fields)
	b.applied[rule] = true
	out := &bound{}
	var facts []*mapFact
	for i := range rule.facts {
		f := &rule.facts[i]
		fields := f.fields()
		says := true
		for _, w := range fields {
			found := record.Field(w.text)
			filled := found != nil && found.Value.Kind != Null
			b.filled[w.text] = b.filled[w.text] || filled
			says = says && filled
		}
		if !says {
			continue
		}
		for _, w := range fields {
			if i, ok := b.renamed[w.text]; ok {
				names, err := b.nameOf(b.m.renames[i].typ.text, &record, w)
				if err != nil {
					return nil, err
				}
				out.names = append(out.names, names...)
			}
		}
		facts = append(facts, f)
	}
	b.said = b.said || len(facts) > 0
	slices.Sort(out.names)
	out.names = slices.Compact(out.names)
	observe := func(agents []int) (conform.Observation, error) {
		o := conform.Observation{Key: key}
		if len(agents) > 0 {
			o.Key = fmt.Sprint(key, agents)
		}
		stand := func(name int) int { return agents[slices.Index(out.names, name)] }
		for _, f := range facts {
			one, err := b.condition(f, &record, stand)
			if err != nil {
				return o, err
			}
			if same, ok := b.conditions[one.Name]; ok {
				one = same
			}
			b.conditions[one.Name] = one
			o.Conditions = append(o.Conditions, one)
		}
		return o, nil
	}
	if len(out.names) == 0 {
		o, err := observe(nil)
		if err != nil {
			return nil, err
		}
		out.observe = func([]int) conform.Observation { return o }
		return out, nil
	}
	// Errors do not depend on the agents: an agent has no such command or local, or all have.
	made := map[string]conform.Observation{}
	var first []int
	for _, n := range out.names {
		first = append(first, b.open[n][0])
	}
	if _, err := observe(first); err != nil {
		return nil, err
	}
	out.observe = func(agents []int) conform.Observation {
		k := fmt.Sprint(agents)
		o, ok := made[k]
		if !ok {
			o, _ = observe(agents)
			made[k] = o
		}
		return o
	}
	return out, nil
}

// items are the members of a list, or a value alone.
func (v Value) items() []Value {
	if v.Kind == List {
		return v.List
	}
	return []Value{v}
}

// nameOf are the numbers of the open names of a field, one or a list of them.
func (b *Binder) nameOf(typ string, r *Record, field word) (out []int, err error) {
	f := r.Field(field.text)
	for _, v := range f.Value.items() {
		if v.Kind != Text && v.Kind != Number {
			return nil, r.fault(f.Column, "the field %q is %s, but a name was expected", field.text, v.Kind)
		}
		n, known := memo.Number(b.names, typ+"\x00"+v.Text)
		if !known {
			b.open = append(b.open, b.ofType(typ))
		}
		out = append(out, n)
	}
	return out, nil
}

// condition is what a fact says in a record.
func (b *Binder) condition(f *mapFact, r *Record, stand func(int) int) (one conform.Condition, err error) {
	if one.When = conform.During; f.kind == factCommand {
		one.Expr, one.Name, err = b.executes(f, r, stand)
		return one, err
	}
	v := b.resolve(f.words[0], r, stand)
	one.Name = f.at.text + " " + v.text
	switch f.kind {
	case factParticipant, factParticipants:
		one.Expr, one.Name, err = b.takesPart(f, v, r)
		return one, err
	case factInitiator:
		one.Of = &recipe.Expr{Op: recipe.OpInitiator, Type: b.sys.Location}
		v.agent, err = b.agent(v, r)
	case factChannel:
		one.Of = &recipe.Expr{Op: recipe.OpChannel, Type: b.sys.Channel}
	default:
		if one.Of, err = b.target(f, r, stand); err == nil {
			one.Name = f.at.text + " " + b.leafName(one.Of) + " = " + v.text
		}
		switch f.kind {
		case factBefore:
			one.When = conform.Before
		case factAfter:
			one.When = conform.After
		}
	}
	if err == nil {
		one.Expr, err = b.is(one.Of, v, r)
	}
	return one, err
}

// executes is the proposition of commands.
func (b *Binder) executes(f *mapFact, r *Record, stand func(int) int) (*recipe.Expr, string, error) {
	var commands []int
	text := "command"
	for _, w := range f.words {
		list, err := b.commands(w, r, stand)
		if err != nil {
			return nil, "", err
		}
		commands = append(commands, list...)
		agent, label, _ := w.of()
		if !agent.field && len(b.ofType(agent.text)) > 0 {
			text += " any"
		}
		if text += " " + b.resolve(agent, r, stand).text; label.raw != "" {
			text += "-" + b.resolve(label, r, stand).text
		}
	}
	return executed(commands), text, nil
}

// takesPart is the proposition that agents receive or supply, and, for participants, that no other
// does.
func (b *Binder) takesPart(f *mapFact, v resolved, r *Record) (*recipe.Expr, string, error) {
	list := []resolved{v}
	if v.kind == List {
		list = v.list
	}
	named := make([]bool, len(b.sys.Agents))
	text := f.at.text
	for _, v := range list {
		a, err := b.agent(v, r)
		if err != nil {
			return nil, "", err
		}
		named[a] = true
		text += " " + b.sys.Agents[a].Name
	}
	var all []*recipe.Expr
	for a := range named {
		var commands []int
		for id := range b.sys.Agents[a].Commands.All() {
			if k := b.sys.Commands[id].Kind; k == recipe.Receive || k == recipe.Supply {
				commands = append(commands, id)
			}
		}
		switch e := executed(commands); {
		case named[a] && e == nil:
			all = append(all, recipe.FalseExpr)
		case named[a]:
			all = append(all, e)
		case e != nil && f.kind == factParticipants:
			all = append(all, recipe.Not(e))
		}
	}
	return recipe.And(all...), text, nil
}
