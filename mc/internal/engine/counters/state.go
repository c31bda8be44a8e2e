package counters

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/abstract"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/views"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
)

// A Question is what is asked of a family.
type Question struct {
	// Slots are by class the agent of the views that stands for one of those that are counted. All
	// other agents of classes that views have are tracked.
	Slots []int
	// Formula is about the state and step propositions of the abstraction, and about Some: the atom of
	// Some[i] has the number of propositions, plus i. They must not read the slots.
	Formula *ltol.Formula
	Some    []Some
	// Finite makes the space know which local states agents left and entered in the last step.
	Finite bool
	// MostLocals is the largest number of local states of a class.
	MostLocals int
}

// Some says that some counted agent of a class satisfies a Boolean formula over the state
// propositions of the abstraction, in which the slot stands for the agent. Or it says that such an
// agent satisfies a step proposition as the initiator or supplier. Then Body is the atom of the
// proposition, and Movers are the same propositions about the added agents of the class.
type Some struct {
	Class  int
	Body   *ltol.Formula
	Movers []int
}

// A Space is the system whose states have counters. It is not safe for concurrent use.
type Space struct {
	*abstract.Space
	views    *views.Views
	question Question
	a        *family.Abstraction

	base    []views.Variable // of singles and tracked agents
	classes []*class
	guesses map[int]bdd.VarID // by atom: what it is where it may be true and may be false
	known   bdd.Node          // what views know of counters; kept, as the next one
	may     bdd.Node          // the states in which it may be that no step is possible
	stuck   *bdd.VarID        // says that none is, if a proposition asks for it, or if Finite does
	cares   map[int]answer    // by atom
}

// A class is one of which agents are counted.
type class struct {
	number, slot int
	vars         []views.Variable // of the slot
	locals       []*local
}

// A local is a local state with its counter: no agent is in it unless some is 1, and two or more
// are if many is 1.
type local struct {
	codes         []int // of the variables of the slot
	some, many    bdd.VarID
	left, entered bdd.VarID // whether agents did so in the last step, if that is known
}

// without are the variables of views but for those of some slots.
func (s *Space) without(copy bdd.Copy, but ...int) *bdd.VarSet {
	var out []bdd.VarID
	if !slices.Contains(but, anyBase) {
		out = views.IDs(s.base)
	}
	for _, x := range s.classes {
		if !slices.Contains(but, x.slot) {
			out = append(out, views.IDs(x.vars)...)
		}
	}
	return s.Diagrams.VarSet(copy, out...)
}

// anyBase stands for the singles and tracked agents in a call of without.
const anyBase = -1

// extend makes variables, unless they are there already from an earlier question.
func (s *Space) extend(c *bdd.Calculator, bits []bdd.NewBit, fill []*bdd.VarID) {
	var missing []bdd.NewBit
	for _, b := range bits {
		if _, ok := s.Diagrams.Layout().Lookup(b.Name); !ok {
			missing = append(missing, b)
		}
	}
	_, err := s.Diagrams.Extend(missing...)
	c.Fail(err)
	for i, b := range bits {
		*fill[i], _ = s.Diagrams.Layout().Lookup(b.Name)
	}
}

// all visits the local states of all classes.
func (s *Space) all(visit func(x *class, l *local)) {
	for _, x := range s.classes {
		for _, l := range x.locals {
			visit(x, l)
		}
	}
}

// owner is the counted agent to which a symbol is private, and as what it is seen from elsewhere;
// -1 if there is none.
func (s *Space) owner(v recipe.Value) (agent int, outside recipe.Value) {
	for _, x := range s.classes {
		for _, b := range append([]int{x.slot}, s.a.Added[x.number]...) {
			if i := slices.Index(s.a.Symbols(b), v); i >= 0 {
				return b, s.a.Symbols(s.a.Outside(x.number))[i]
			}
		}
	}
	return -1, v
}

// atoms are the state atoms of the formula, ascending.
func (s *Space) atoms() []int {
	var out []int
	for _, a := range s.question.Formula.Atoms() {
		if a.Kind == ltol.State {
			out = append(out, a.ID)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// An answer tells where an atom is surely true and where it may be, as kept sets.
type answer struct{ surely, perhaps bdd.Node }

// A mover is a counted agent that initiates or supplies a step. An added agent stands for it.
type mover struct {
	class *class
	agent int
	vars  []views.Variable
}
