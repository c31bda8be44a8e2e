package certificate

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// Some says that some counted agent of a class satisfies a Boolean formula over state propositions,
// which is about the slot. Or Body is a step proposition that such an agent satisfies as the
// initiator or supplier, and Movers are the same about the next agents of the class that are not
// kept.
type Some struct {
	Class  int
	Body   *ltol.Formula
	Movers []int
}

// counting is the work on a claim about counters.
type counting struct {
	*views
	slots   []int
	formula *ltol.Formula
	some    []Some

	base        []int       // singles and tracked agents
	state, step []ltol.Atom // of the formula; step atoms are those of the next step
	plain       *scene      // without added agents
	one         []*scene    // by class, with one more agent
	happen      []*happening

	number map[string]int // of local states
	locals []local
	bases  map[string]*base
	spent  int
}

// A local is a local state of a class, as the values of its slot.
type local struct {
	class  int
	values []recipe.Value
}

// A happening are the messages, or the exchanges, of which the added agents of a scene, and no
// other counted agents, are the initiator and the supplier. All other agents stay as they are in an
// exchange.
type happening struct {
	*scene
	exchange bool
	taken    circuit.Lit
	bits     []look // whether the atoms about steps are true
}

// A scene is a question whose answers are listed as counters see them: symbols of counted agents
// are outside, except that each counted agent knows its own ones.
type scene struct {
	*question
	*prover
	counting      *counting
	movers        []look   // what the added agents are in, one after the other
	moved         []look   // the same after the step
	before, after []look   // of singles and tracked agents
	slot, reacted [][]look // by class, of its slot before and after the step
}

// A look is a variable as it is seen: by each value, where it has this value. Of a variable with
// symbols, holds is by symbol where the variable has it.
type look struct {
	values []recipe.Value
	where  []circuit.Lit
	holds  map[recipe.Value]circuit.Lit
}

// A base is what singles and tracked agents are in, and what is known of counted agents then.
type base struct {
	values []recipe.Value
	// with are the local states in which some agent can be. Two agents can be in both states of a
	// pair.
	with  map[int]bool
	pairs map[[2]int]bool
	// letters are, if there is no deadlock and if there is one, the truth values that the atoms
	// about states of singles and tracked agents can have together. Some has by local state and
	// number in Some the truth values that its body can have of an agent there.
	letters [2][][]recipe.Value
	some    [2]map[[2]int][2]bool
	steps   []*step
	sure    map[string]bool // questions whether some step is certain, with their answers
}

// A step is what singles, tracked agents and movers do.
type step struct {
	from, to []int          // local states that the movers leave and enter
	next     []recipe.Value // of singles and tracked agents
	bits     []recipe.Value // truth values of atoms about steps
	// ways are by local state those in which an agent that is there can be after the step. If stay,
	// that is only the same one.
	stay bool
	ways map[int][]int
}

// mostLocals is the largest number of local states of all classes together: sets of them are words.
const mostLocals = 64

// spend notes some work. The error says that it was too much.
func (k *counting) spend(n int) error {
	if k.spent += n; k.spent > k.work {
		return fmt.Errorf("%w: there is too much to count", ErrWork)
	}
	return nil
}

// numberOf is the number of a local state.
func (k *counting) numberOf(class int, values []recipe.Value) (int, error) {
	key := fmt.Sprint(class, values)
	n, known := k.number[key]
	if !known {
		if n = len(k.locals); n == mostLocals {
			return 0, fmt.Errorf("%w: there are more than %d local states", ErrWork, mostLocals)
		}
		k.number[key], k.locals = n, append(k.locals, local{class, slices.Clone(values)})
	}
	return n, nil
}
