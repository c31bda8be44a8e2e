package flow

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

type address struct {
	kind  recipe.CommandKind
	value recipe.Value
}

// An offer is what one side of an interaction gives the other: a message, or a
// side of an exchange. Equal offers of several commands are one.
type offer struct {
	kind recipe.CommandKind
	// address is the channel of a send, or the location that a get or supply
	// names; named tells that there is one.
	address Set
	named   bool
	data    []Set  // by data variable; empty where it is not carried
	carried []bool // by data variable
	agents  []int  // the first two that made it
	makers  int    // how many commands make it at present
	at      int    // its place in the log
}

// commandTasks are the tasks of one command: run executes it, offer finds what
// a get or supply gives the other side before anything is known of that.
type commandTasks struct {
	run, offer *task
	// splits tells that the channel of a send has to do with more than itself.
	splits bool
}

// offers are those of all commands.
type offers struct {
	// log lists them in the order in which they became something to look at;
	// an offer that is at another place by now was moved there.
	log  []*offer
	of   map[string]*offer // by what is offered
	made [][]*offer        // by command: what it offers at present
	// addressed holds the places of the offers of a kind with few addresses,
	// wide those of all others.
	addressed map[address][]int
	wide      map[recipe.CommandKind][]int
	joint     map[string]*offer // all of one kind that carry the same data
	joints    []string          // the keys of joint, in order of appearance
}

// analysis is the state of the iteration.
type analysis struct {
	*effort
	sys       *recipe.System
	open      map[*recipe.Type]bool
	values    map[*recipe.Type]Set // what ofType found
	types     []Set                // by local
	dataTypes []Set
	channels  Set
	constants []int // at which growing sets of numbers stop
	tasks     []*commandTasks

	initial [][]Set   // by agent: the sets of its locals at the start; nil if there is no initial state
	state   [][][]Set // by agent and control state; nil where it is not reached
	source  [][][]Set // the state that commands start from
	version [][]int   // counts the changes of state
	growths [][][]int // by agent, control state and local
	widened bool
	born    bool // an agent was spawned with new values

	forgetful bool // combinations are not remembered
	offers    offers
	seenAt    []int // by command: the version of its control state when it was last executed
	seenUpTo  []int // by command: how much of the log of offers it has seen
	fires     []bool
	targets   []Set
}

// view returns a view of an agent's locals, whose sets are never nil, and of a
// message with any data on any channel.
func (a *analysis) view(ag *recipe.Agent, locals []Set) *view {
	a.spend(len(locals) + len(a.dataTypes))
	return &view{effort: a.effort, locals: append([]Set{}, locals...), base: ag.Vars.Start, data: slices.Clone(a.dataTypes), channel: a.channels}
}

// capped fills the gaps of a set of numbers that has too many runs.
func (a *analysis) capped(s Set, t *recipe.Type) Set {
	if t.Kind == recipe.Int && len(s.runs) > a.limits.Runs {
		return s.hull()
	}
	return s
}

// widen fills the gaps of a set that keeps growing and moves the bounds that
// have grown to the next constant.
func (a *analysis) widen(old, grown Set) Set {
	a.widened = true
	lo, hi := grown.bounds()
	olo, ohi := old.bounds()
	if hi > ohi {
		i, _ := slices.BinarySearch(a.constants, hi)
		if hi = plusInfinity; i < len(a.constants) {
			hi = a.constants[i]
		}
	}
	if lo < olo {
		i, exact := slices.BinarySearch(a.constants, lo)
		if !exact {
			i--
		}
		if lo = minusInfinity; i >= 0 {
			lo = a.constants[i]
		}
	}
	return Between(lo, hi)
}

// ofType returns the values that a variable of type t can hold.
func (a *analysis) ofType(t *recipe.Type) Set {
	s, known := a.values[t]
	if !known {
		if s = Values(t); a.open[t] {
			s = all
		}
		a.values[t] = s
	}
	return s
}

// begin makes every command look at everything anew.
func (a *analysis) begin() {
	n := len(a.sys.Commands)
	a.offers = newOffers(n)
	a.seenAt, a.seenUpTo = slices.Repeat([]int{-1}, n), make([]int, n)
}

func newOffers(commands int) offers {
	return offers{of: map[string]*offer{}, made: make([][]*offer, commands), addressed: map[address][]int{},
		wide: map[recipe.CommandKind][]int{}, joint: map[string]*offer{}}
}

// An out is a result: the value of an expression, which must be in a set.
type out struct {
	index  int // among the results of the task
	expr   *recipe.Expr
	within Set
	once   bool // no variable occurs twice in expr
}

// A box is a product of sets, with what looking at its combinations gave.
type box struct {
	sets    []Set // by leaf
	sat     bool  // some combination satisfies all
	left    []Set // by leaf, the values in combinations that do
	results []Set // by result
}

// A product is some conditions and results over the values of their variables.
type product struct {
	conditions []*recipe.Expr
	outs       []out
	leaves     []leaf
	known      []*box // what was looked at before
}

// A part of a task is a maximal set of its conditions and results that are
// connected by variables.
type part struct {
	conditions []*recipe.Expr
	outs       []out
	joint      *product // all that is in the part
	// If that has too many combinations: the conditions, together and one by
	// one, and each result, with the conditions and by itself.
	conditional []*product
	resulting   [][2]*product // by result
}

// A task is what is computed of a command: conditions that hold together, and
// expressions that have values of their types then. Parts that share no
// variable are independent of each other.
type task struct {
	parts []*part
	outs  int
}

// join joins sets of the locals of an agent into those of a control state, and reports whether some
// were new.
func (a *analysis) join(agent, control int, sets []Set) bool {
	to := &a.state[agent][control]
	first := a.sys.Agents[agent].Vars.Start
	if *to == nil {
		*to = make([]Set, len(sets)) // of empty sets
		for i := range sets {
			(*to)[i] = a.capped(sets[i], a.sys.Vars[first+i].Type)
		}
		a.growths[agent][control] = make([]int, len(sets))
		a.version[agent][control]++
		return true
	}
	var grown []Set
	for i, s := range sets {
		old := (*to)[i]
		if s.SubsetOf(old) {
			continue
		}
		if grown == nil {
			grown = slices.Clone(*to)
		}
		typ := a.sys.Vars[first+i].Type
		grown[i] = a.capped(old.Union(s), typ)
		if typ.Kind == recipe.Int && !a.forgetful {
			if n := &a.growths[agent][control][i]; *n >= a.limits.Growths || a.coarse() {
				grown[i] = a.widen(old, grown[i]).intersect(a.types[first+i])
			} else {
				*n++
			}
		}
	}
	if grown == nil {
		return false
	}
	*to = grown
	a.version[agent][control]++
	return true
}
