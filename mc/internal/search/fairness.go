package search

import (
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// Fairness is what makes a computation fair, in the form that searches want: conditions on letters,
// which become sets of edges, and the rest, formulas to conjoin to what is searched for.
type Fairness struct {
	justice    []*ltol.Formula
	compassion [][2]*ltol.Formula
	rest       []*ltol.Formula
}

// NewFairness sorts conditions that are to hold infinitely often, and pairs of conditions of which
// the second is to hold infinitely often if the first does. A condition on past steps alone holds
// infinitely often iff it does of the steps themselves.
func NewFairness(justice []*ltol.Formula, compassion [][2]*ltol.Formula) Fairness {
	var f Fairness
	letters, rest := Letters(justice)
	f.justice = letters
	for _, j := range rest {
		f.rest = append(f.rest, just(j))
	}
	for _, c := range compassion {
		first, ok1 := c[0].Letter()
		second, ok2 := c[1].Letter()
		if ok1 && ok2 {
			f.compassion = append(f.compassion, [2]*ltol.Formula{first, second})
		} else {
			f.rest = append(f.rest, compassionate(c))
		}
	}
	return f
}

// Letters are those conditions that are to hold infinitely often which are about one position,
// without past atoms; rest are the others.
func Letters(justice []*ltol.Formula) (letters, rest []*ltol.Formula) {
	for _, j := range justice {
		if letter, ok := j.Letter(); ok {
			letters = append(letters, letter)
		} else {
			rest = append(rest, j)
		}
	}
	return letters, rest
}

func just(f *ltol.Formula) *ltol.Formula { return ltol.Globally(ltol.Finally(f)) }

func compassionate(c [2]*ltol.Formula) *ltol.Formula {
	return ltol.Implies(just(c[0]), just(c[1]))
}

// FairnessFormulas are conditions of fairness as formulas; see [NewFairness].
func FairnessFormulas(justice []*ltol.Formula, compassion [][2]*ltol.Formula) []*ltol.Formula {
	var out []*ltol.Formula
	for _, j := range justice {
		out = append(out, just(j))
	}
	for _, c := range compassion {
		out = append(out, compassionate(c))
	}
	return out
}

// Justice are the conditions that are to hold infinitely often, as letters; only reports that
// fairness asks for nothing else.
func (f Fairness) Justice() (conditions []*ltol.Formula, only bool) {
	return f.justice, len(f.compassion)+len(f.rest) == 0
}

// Trivial reports whether every computation is fair.
func (f Fairness) Trivial() bool { return len(f.justice)+len(f.compassion)+len(f.rest) == 0 }

// marked lists the conditions that become sets of edges: those of justice and the second parts of
// compassion.
func (f Fairness) marked() []*ltol.Formula {
	out := append([]*ltol.Formula(nil), f.justice...)
	for _, c := range f.compassion {
		out = append(out, c[1])
	}
	return out
}
