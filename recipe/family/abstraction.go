package family

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/flow"
)

// A Selection says which agents of a family an abstraction is about, in addition to the singles.
type Selection struct {
	// Tracked are agents of classes that propositions are about, ascending. They are kept.
	Tracked []int
	// Kept is how many agents of each class a view has, the tracked ones among them, and Added how
	// many more there is room for.
	Kept, Added []int
	// Settled says that symbols of the outside are never equal in propositions. It is for formulas
	// that are asked once for each agent whose symbol it may be; see [Family.Doubts].
	Settled bool
	// Propositions are those of the system that are needed, ascending; of others nothing is known.
	Propositions []int
}

// An Abstraction is a system about some agents of a family. See the comment of the package.
type Abstraction struct {
	System *recipe.System
	// Kept and Added are agents of System, by class. All others but the outside are singles.
	Kept, Added [][]int
	// Values are all values that locals of System may have, whatever the size. No flow of the
	// system itself may take their place: agents outside bring about more.
	Values *flow.Domains
	// Present is by agent the local which says that an added agent is there; -1 for others.
	Present []int
	// Unknown are locals that nothing constrains and that may be different in each step. Guessed
	// are those of them that state propositions read: they may be different in each state.
	Unknown, Guessed []int
	// Stuck is one of Guessed if a proposition asks for deadlocks, else -1: the local which says
	// that no step is possible.
	Stuck int

	family  *Family
	of      []int // by agent of the family: the one of System, -1 if that is left out
	outside []int // agents of System, by class
	member  []int // by agent of System: its class if it is kept or added, else -1
	locals  []recipe.Range
	// symbols are by agent of System those that are private to it, its location first.
	symbols [][]recipe.Value
}

// A NotSupported error says what of a property or a system abstractions cannot tell.
type NotSupported struct {
	Pos  recipe.Position
	What string // a clause without a full stop
}

// Error is the clause.
func (e *NotSupported) Error() string { return e.What }

// abstracting is an abstraction in the making. What maps agents, locals and commands of the family
// to those of the abstraction has -1 for those that it leaves out.
type abstracting struct {
	*Family
	out                       *Abstraction
	chosen                    []chosen
	types                     map[*recipe.Type]*recipe.Type
	agentOf, locals, commands []int
	dropped, isOutside        []bool // by symbol
	asked                     int    // how many unknowns the predicate of a message needs
	predicates                int    // the first property identifier that stands for one of these
}

// chosen is an agent of the family with its part in the abstraction.
type chosen struct {
	agent, class int
	part         part
}

type part uint8

const (
	always part = iota // a single
	kept
	added
	outside
)

// typ is a type without the symbols of agents that are left out.
func (b *abstracting) typ(t *recipe.Type) *recipe.Type {
	if t.Kind != recipe.Enum {
		return t
	}
	if known := b.types[t]; known != nil {
		return known
	}
	left := slices.DeleteFunc(slices.Clone(t.Values), func(v recipe.Value) bool { return v >= 0 && b.dropped[v] })
	out := t
	if len(left) > 0 && len(left) < len(t.Values) {
		out = recipe.EnumType(t.Name, left...)
	}
	b.types[t] = out
	return out
}
