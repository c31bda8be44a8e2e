package symbolic

import (
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Flow says which values each local can ever hold, which control states can
// be reached and which commands can fire: an over-approximation that ignores
// the order of steps and the relations between variables. It is the least
// fixpoint of running every command on every combination of the values found
// so far, messages being matched by channel and by the data they carry.
//
// The analysis only shrinks the encoding. What it excludes never happens in a
// reachable state; counts, traces and the ranges of quantifiers are those of
// the declared types.
type Flow struct {
	// Locals lists the possible values of each entry of System.Vars, in the
	// order of its type.
	Locals [][]recipe.Value
	// Control tells for each agent which control states may be reached.
	Control [][]bool
	// Fires tells which commands may fire.
	Fires []bool

	sys    *recipe.System
	local  []valueSet
	offers []offer
	known  map[string]bool
	grown  bool
}

// enumerationLimit bounds the combinations of values that the analysis runs
// one command on; beyond it the command's updates may give any value.
const enumerationLimit = 1 << 14

// A valueSet is a set of values of one type, as a table over its codes.
type valueSet struct {
	typ *recipe.Type
	has []bool
	n   int
}

func newValueSet(t *recipe.Type) valueSet { return valueSet{typ: t, has: make([]bool, t.Size())} }

func (s *valueSet) add(v recipe.Value) bool {
	c, ok := s.typ.Code(v)
	if !ok || s.has[c] {
		return false
	}
	s.has[c] = true
	s.n++
	return true
}

func (s *valueSet) fill() bool {
	grown := s.n < len(s.has)
	for i := range s.has {
		s.has[i] = true
	}
	s.n = len(s.has)
	return grown
}

func (s *valueSet) values() []recipe.Value {
	out := make([]recipe.Value, 0, s.n)
	for c, in := range s.has {
		if in {
			out = append(out, s.typ.Value(c))
		}
	}
	return out
}

// An offer is what a send, get or supply puts before the other side: the
// channel (for a send) and for each data variable it assigns the values it may
// have.
type offer struct {
	kind    recipe.CommandKind
	channel recipe.Value
	data    [][]recipe.Value // by data variable; nil where not assigned
}

// Analyse computes the flow of a system that passes its own checks.
func Analyse(sys *recipe.System) *Flow {
	f := &Flow{sys: sys, known: map[string]bool{}, Fires: make([]bool, len(sys.Commands))}
	f.local = make([]valueSet, len(sys.Vars))
	for i := range sys.Vars {
		f.local[i] = newValueSet(sys.Vars[i].Type)
	}
	f.Control = make([][]bool, len(sys.Agents))
	for i := range sys.Agents {
		f.Control[i] = make([]bool, sys.Agents[i].States)
		f.Control[i][0] = true
		f.initial(&sys.Agents[i])
	}
	for f.grown = true; f.grown; {
		f.grown = false
		for i := range sys.Commands {
			f.command(&sys.Commands[i])
		}
	}
	f.Locals = make([][]recipe.Value, len(sys.Vars))
	for i := range f.local {
		f.Locals[i] = f.local[i].values()
	}
	return f
}

// initial puts the values that an agent's initial condition allows into the
// sets of its locals: each conjunct about one local filters that local, and
// conjuncts about several are run on all their combinations if these are few.
func (f *Flow) initial(a *recipe.Agent) {
	conjuncts := conjunctsOf(a.Init, nil)
	for v := a.Vars.Start; v < a.Vars.End; v++ {
		f.local[v].fill()
	}
	filter := func(vars []int, test *recipe.Expr) {
		sets := make([]valueSet, len(vars))
		for i, v := range vars {
			sets[i] = newValueSet(f.sys.Vars[v].Type)
		}
		ok := f.enumerate(vars, nil, nil, func(leaf func(*recipe.Expr) recipe.Value, chosen []recipe.Value) {
			if v, o := evaluate(test, leaf); o == present && v == recipe.True {
				for i := range vars {
					sets[i].add(chosen[i])
				}
			}
		})
		for i, v := range vars {
			if ok {
				f.local[v] = sets[i]
			}
		}
	}
	var several []*recipe.Expr
	for _, c := range conjuncts {
		switch vars := localsOf(nil, c); len(vars) {
		case 0:
		case 1:
			filter(vars, c)
		default:
			several = append(several, c)
		}
	}
	if len(several) > 0 {
		filter(localsOf(nil, several...), recipe.And(several...))
	}
}

// command runs one command on everything known and records what it adds.
func (f *Flow) command(c *recipe.Command) {
	if !f.Control[c.Agent][c.From] {
		return
	}
	switch c.Kind {
	case recipe.Send:
		f.send(c)
	case recipe.Receive:
		for i := 0; i < len(f.offers); i++ {
			if o := f.offers[i]; o.kind == recipe.Send && carries(o, c.Mentions) {
				f.react(c, o, true)
			}
		}
	case recipe.Get, recipe.Supply:
		other := recipe.Supply
		if c.Kind == recipe.Supply {
			other = recipe.Get
		}
		f.exchangeOffer(c)
		for i := 0; i < len(f.offers); i++ {
			if o := f.offers[i]; o.kind == other && carries(o, c.Mentions) {
				f.react(c, o, false)
			}
		}
	}
}

func carries(o offer, mentions []int) bool {
	for _, d := range mentions {
		if o.data[d] == nil {
			return false
		}
	}
	return true
}

// send runs a send for each channel it may use, records what it offers there
// and its updates.
func (f *Flow) send(c *recipe.Command) {
	exprs := []*recipe.Expr{c.Guard, c.Channel}
	for _, d := range c.Data {
		exprs = append(exprs, d.Expr)
	}
	data := map[recipe.Value][]valueSet{}
	var channels []recipe.Value
	ok := f.enumerate(localsOf(nil, exprs...), nil, nil, func(leaf func(*recipe.Expr) recipe.Value, _ []recipe.Value) {
		ch, o := evaluate(c.Channel, leaf)
		if o != present {
			return
		}
		withChannel := func(e *recipe.Expr) recipe.Value {
			if e.Op == recipe.OpChannel {
				return ch
			}
			return leaf(e)
		}
		if v, o := evaluate(c.Guard, withChannel); o != present || v != recipe.True {
			return
		}
		given := make([]recipe.Value, len(c.Data))
		for i, d := range c.Data {
			v, o := evaluate(d.Expr, leaf)
			if o != present || !f.sys.Data[d.Var].Type.Contains(v) {
				return
			}
			given[i] = v
		}
		sets, seen := data[ch]
		if !seen {
			channels = append(channels, ch)
			sets = f.dataSets(c)
			data[ch] = sets
		}
		for i := range given {
			sets[i].add(given[i])
		}
	})
	if !ok {
		channels = slices.Clone(f.sys.Channel.Values)
		for _, ch := range channels {
			sets := f.dataSets(c)
			for i := range sets {
				sets[i].fill()
			}
			data[ch] = sets
		}
	}
	slices.Sort(channels)
	for _, ch := range channels {
		f.offer(c, ch, data[ch])
		f.update(c, offer{kind: recipe.Send, channel: ch}, true)
	}
}

// exchangeOffer records what a get or supply offers the other side.
func (f *Flow) exchangeOffer(c *recipe.Command) {
	exprs := make([]*recipe.Expr, len(c.Data))
	for i, d := range c.Data {
		exprs[i] = d.Expr
	}
	sets := f.dataSets(c)
	some := false
	ok := f.enumerate(localsOf(nil, exprs...), nil, nil, func(leaf func(*recipe.Expr) recipe.Value, _ []recipe.Value) {
		given := make([]recipe.Value, len(c.Data))
		for i, d := range c.Data {
			v, o := evaluate(d.Expr, leaf)
			if o != present || !f.sys.Data[d.Var].Type.Contains(v) {
				return
			}
			given[i] = v
		}
		some = true
		for i := range given {
			sets[i].add(given[i])
		}
	})
	if !ok {
		some = true
		for i := range sets {
			sets[i].fill()
		}
	}
	if some {
		f.offer(c, recipe.Broadcast, sets)
	}
}

func (f *Flow) dataSets(c *recipe.Command) []valueSet {
	sets := make([]valueSet, len(c.Data))
	for i, d := range c.Data {
		sets[i] = newValueSet(f.sys.Data[d.Var].Type)
	}
	return sets
}

// offer records an offer unless an equal one is known.
func (f *Flow) offer(c *recipe.Command, channel recipe.Value, sets []valueSet) {
	o := offer{kind: c.Kind, channel: channel, data: make([][]recipe.Value, len(f.sys.Data))}
	var key strings.Builder
	writeInt(&key, int(c.Kind))
	writeInt(&key, int(channel))
	for i, d := range c.Data {
		o.data[d.Var] = sets[i].values()
		writeInt(&key, -1-d.Var)
		for code, in := range sets[i].has {
			if in {
				writeInt(&key, code)
			}
		}
	}
	if !f.known[key.String()] {
		f.known[key.String()] = true
		f.offers = append(f.offers, o)
		f.grown = true
	}
}

func writeInt(b *strings.Builder, i int) {
	for k := 0; k < 4; k++ {
		b.WriteByte(byte(i >> (8 * k)))
	}
}

// react runs a receive, get or supply on an offer.
func (f *Flow) react(c *recipe.Command, o offer, onChannel bool) {
	if onChannel {
		possible := false
		ok := f.enumerate(localsOf(nil, c.Channel), nil, nil, func(leaf func(*recipe.Expr) recipe.Value, _ []recipe.Value) {
			if v, out := evaluate(c.Channel, leaf); out == present && v == o.channel {
				possible = true
			}
		})
		if ok && !possible {
			return
		}
	}
	f.update(c, o, onChannel)
}

// update runs the guard and the updates of a command whose other side offers
// o, and adds the values that result and the control state it enters.
func (f *Flow) update(c *recipe.Command, o offer, onChannel bool) {
	exprs := []*recipe.Expr{c.Guard}
	if onChannel {
		exprs = append(exprs, c.Channel)
	}
	for _, u := range c.Updates {
		exprs = append(exprs, u.Expr)
	}
	fires := false
	ok := f.enumerate(localsOf(nil, exprs...), dataOf(exprs...), &o, func(leaf func(*recipe.Expr) recipe.Value, _ []recipe.Value) {
		if onChannel {
			if v, out := evaluate(c.Channel, leaf); out != present || v != o.channel {
				return
			}
		}
		if v, out := evaluate(c.Guard, leaf); out != present || v != recipe.True {
			return
		}
		next := make([]recipe.Value, len(c.Updates))
		for i, u := range c.Updates {
			v, out := evaluate(u.Expr, leaf)
			if out != present || !f.sys.Vars[u.Var].Type.Contains(v) {
				return
			}
			next[i] = v
		}
		fires = true
		for i, u := range c.Updates {
			if f.local[u.Var].add(next[i]) {
				f.grown = true
			}
		}
	})
	if !ok {
		fires = true
		for _, u := range c.Updates {
			if f.local[u.Var].fill() {
				f.grown = true
			}
		}
	}
	if !fires {
		return
	}
	if !f.Fires[c.ID] || !f.Control[c.Agent][c.To] {
		f.Fires[c.ID], f.Control[c.Agent][c.To] = true, true
		f.grown = true
	}
}

// enumerate calls visit for every combination of the known values of the given
// locals and of the data variables in the offer. It returns false, having
// called nothing, if there are more than enumerationLimit.
func (f *Flow) enumerate(locals, data []int, o *offer, visit func(leaf func(*recipe.Expr) recipe.Value, chosen []recipe.Value)) bool {
	domains := make([][]recipe.Value, 0, len(locals)+len(data))
	for _, v := range locals {
		domains = append(domains, f.local[v].values())
	}
	for _, d := range data {
		domains = append(domains, o.data[d])
	}
	size := 1
	for _, d := range domains {
		if size *= len(d); size > enumerationLimit {
			return false
		}
	}
	chosen := make([]recipe.Value, len(domains))
	leaf := func(e *recipe.Expr) recipe.Value {
		switch e.Op {
		case recipe.OpLocal:
			return chosen[slices.Index(locals, e.Index)]
		case recipe.OpData:
			return chosen[len(locals)+slices.Index(data, e.Index)]
		default: // OpChannel
			return o.channel
		}
	}
	eachCombination(domains, chosen, func() { visit(leaf, chosen) })
	return true
}

// eachCombination sets chosen to every element of the product of the domains
// in lexicographic order and calls visit for each.
func eachCombination(domains [][]recipe.Value, chosen []recipe.Value, visit func()) {
	var choose func(int)
	choose = func(i int) {
		if i == len(domains) {
			visit()
			return
		}
		for _, v := range domains[i] {
			chosen[i] = v
			choose(i + 1)
		}
	}
	choose(0)
}

// conjunctsOf appends the conjuncts of e to out.
func conjunctsOf(e *recipe.Expr, out []*recipe.Expr) []*recipe.Expr {
	if e.Op == recipe.OpAnd {
		return conjunctsOf(e.Args[1], conjunctsOf(e.Args[0], out))
	}
	return append(out, e)
}

// localsOf appends to out the locals that occur in the expressions, ascending
// and once each.
func localsOf(out []int, es ...*recipe.Expr) []int { return leavesOf(recipe.OpLocal, out, es) }

// dataOf returns the data variables that occur in the expressions, ascending
// and once each.
func dataOf(es ...*recipe.Expr) []int { return leavesOf(recipe.OpData, nil, es) }

func leavesOf(op recipe.Op, out []int, es []*recipe.Expr) []int {
	for _, e := range es {
		e.Walk(func(e *recipe.Expr) bool {
			if e.Op == op {
				out = append(out, e.Index)
			}
			return true
		})
	}
	slices.Sort(out)
	return slices.Compact(out)
}
