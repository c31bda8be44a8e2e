package flow

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
	"sort"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// The bounds of sets of numbers that have none. They are so far from overflow
// that sums of them are clipped to them again.
const (
	plusInfinity  = math.MaxInt / 4
	minusInfinity = -plusInfinity
)

// A Set is a set of values of one kind. It consists of runs of neighbouring numbers or symbols. The
// first and the last run may be unbounded. The zero Set is empty. Sets are immutable.
type Set struct {
	runs []run // ascending, with gaps between them
}

// A run is the numbers from lo to hi, both included.
type run struct{ lo, hi int }

// Of returns the set of the given values.
func Of(values ...recipe.Value) Set {
	if len(values) == 1 {
		return Between(int(values[0]), int(values[0]))
	}
	runs := make([]run, len(values))
	for i, v := range values {
		runs[i] = run{clip(int(v)), clip(int(v))}
	}
	return normal(runs)
}

// Between returns the set of the numbers from lo to hi, both included.
func Between(lo, hi int) Set {
	if lo > hi {
		return Set{}
	}
	if lo == hi && 0 <= lo && lo < len(singles) {
		return Set{singles[lo : lo+1 : lo+1]}
	}
	return Set{[]run{{clip(lo), clip(hi)}}}
}

// singles has the runs of one small number each, by number. Most sets of an analysis are among them.
var singles [256]run

func init() {
	for n := range singles {
		singles[n] = run{n, n}
	}
}

func clip(n int) int { return max(minusInfinity, min(n, plusInfinity)) }

// all is every number.
var all = Between(minusInfinity, plusInfinity)

// Values returns the set of all values of a type.
func Values(t *recipe.Type) Set {
	switch t.Kind {
	case recipe.Bool:
		return Between(0, 1)
	case recipe.Int:
		return Between(t.Lo, t.Hi)
	}
	return Of(t.Values...)
}

// normal sorts runs and joins those that touch.
func normal(runs []run) Set {
	slices.SortFunc(runs, func(a, b run) int { return cmp.Compare(a.lo, b.lo) })
	return Set{joined(runs)}
}

// joined joins the runs that touch in a list that ascends by lo, in place.
func joined(runs []run) []run {
	out := runs[:0]
	for _, r := range runs {
		if n := len(out); n > 0 && r.lo <= out[n-1].hi+1 {
			out[n-1].hi = max(out[n-1].hi, r.hi)
			continue
		}
		out = append(out, r)
	}
	return out
}

// IsEmpty reports whether the set has no element.
func (s Set) IsEmpty() bool { return len(s.runs) == 0 }

// Size returns the number of elements. For an unbounded set, it returns a number that is larger
// than the size of every type.
func (s Set) Size() int {
	n := 0
	for _, r := range s.runs {
		n = min(n+(r.hi-r.lo+1), plusInfinity)
	}
	return n
}

// Bounds returns the least and the greatest element of a set of numbers; ok is
// false if there is none.
func (s Set) Bounds() (lo, hi int, ok bool) {
	if s.IsEmpty() {
		return 0, 0, false
	}
	lo, hi = s.runs[0].lo, s.runs[len(s.runs)-1].hi
	return lo, hi, lo > minusInfinity && hi < plusInfinity
}

// bounds is Bounds for a set that is not empty, perhaps unbounded.
func (s Set) bounds() (lo, hi int) { return s.runs[0].lo, s.runs[len(s.runs)-1].hi }

// hull returns the set with its gaps filled.
func (s Set) hull() Set {
	if len(s.runs) < 2 {
		return s
	}
	return Between(s.bounds())
}

// single returns the only element of a set that has just one.
func (s Set) single() (recipe.Value, bool) {
	if len(s.runs) == 1 && s.runs[0].lo == s.runs[0].hi && s.runs[0].lo > minusInfinity && s.runs[0].hi < plusInfinity {
		return recipe.Value(s.runs[0].lo), true
	}
	return 0, false
}

// Contains reports whether v is in the set.
func (s Set) Contains(v recipe.Value) bool {
	n := clip(int(v))
	i := sort.Search(len(s.runs), func(i int) bool { return s.runs[i].hi >= n })
	return i < len(s.runs) && s.runs[i].lo <= n
}

// List returns the elements of a bounded set, ascending.
func (s Set) List() []recipe.Value { return slices.Collect(s.each) }

// each calls visit for every element of a bounded set, ascending, until it
// returns false.
func (s Set) each(visit func(recipe.Value) bool) {
	for _, r := range s.runs {
		for n := r.lo; n <= r.hi; n++ {
			if !visit(recipe.Value(n)) {
				return
			}
		}
	}
}

// In lists the elements that belong to a type, in the order of the type.
func (s Set) In(t *recipe.Type) []recipe.Value {
	if t.Kind != recipe.Enum {
		return s.intersect(Values(t)).List()
	}
	var out []recipe.Value
	for _, v := range t.Values {
		if s.Contains(v) {
			out = append(out, v)
		}
	}
	return out
}

// SubsetOf reports whether every element of s is in t.
func (s Set) SubsetOf(t Set) bool {
	i := 0
	for _, r := range s.runs {
		for i < len(t.runs) && t.runs[i].hi < r.lo {
			i++
		}
		if i == len(t.runs) || r.lo < t.runs[i].lo || r.hi > t.runs[i].hi {
			return false
		}
	}
	return true
}

// Outside returns the least element of the set that is no value of t.
func (s Set) Outside(t *recipe.Type) (v recipe.Value, found bool) {
	if rest := s.minus(Values(t)); !rest.IsEmpty() {
		if lo := rest.runs[0].lo; lo > minusInfinity {
			return recipe.Value(lo), true
		}
		return recipe.Value(rest.runs[0].hi), true
	}
	return 0, false
}

// meet calls visit for every overlap of a run of s and one of t, ascending,
// until it returns false.
func (s Set) meet(t Set, visit func(run) bool) {
	for i, j := 0, 0; i < len(s.runs) && j < len(t.runs); {
		both := run{max(s.runs[i].lo, t.runs[j].lo), min(s.runs[i].hi, t.runs[j].hi)}
		if both.lo <= both.hi && !visit(both) {
			return
		}
		if s.runs[i].hi < t.runs[j].hi {
			i++
		} else {
			j++
		}
	}
}

// intersect returns the values in both sets.
func (s Set) intersect(t Set) Set {
	switch {
	case s.SubsetOf(t):
		return s
	case t.SubsetOf(s):
		return t
	}
	var out []run
	s.meet(t, func(r run) bool { out = append(out, r); return true })
	return Set{out}
}

// Meets reports whether the sets have a value in common.
func (s Set) Meets(t Set) bool {
	some := false
	s.meet(t, func(run) bool { some = true; return false })
	return some
}

// Union returns the values in one of the sets.
func (s Set) Union(t Set) Set {
	switch {
	case s.SubsetOf(t):
		return t
	case t.SubsetOf(s):
		return s
	}
	out := make([]run, 0, len(s.runs)+len(t.runs))
	i, j := 0, 0
	for i < len(s.runs) || j < len(t.runs) {
		if j == len(t.runs) || i < len(s.runs) && s.runs[i].lo <= t.runs[j].lo {
			out = append(out, s.runs[i])
			i++
		} else {
			out = append(out, t.runs[j])
			j++
		}
	}
	return Set{joined(out)}
}

// minus returns the values of s that are not in t.
func (s Set) minus(t Set) Set {
	var out []run
	j := 0
	for _, r := range s.runs {
		for j < len(t.runs) && t.runs[j].hi < r.lo {
			j++
		}
		for k := j; k < len(t.runs) && t.runs[k].lo <= r.hi; k++ {
			if r.lo < t.runs[k].lo {
				out = append(out, run{r.lo, t.runs[k].lo - 1})
			}
			r.lo = t.runs[k].hi + 1
		}
		if r.lo <= r.hi {
			out = append(out, r)
		}
	}
	return Set{out}
}

// negated returns the set of -n for all n in s.
func (s Set) negated() Set {
	out := make([]run, len(s.runs))
	for i, r := range s.runs {
		out[len(out)-1-i] = run{-r.hi, -r.lo}
	}
	return Set{out}
}

// shifted returns the set of n+d for all n in s.
func (s Set) shifted(d int) Set {
	move := func(n int) int {
		if n == minusInfinity || n == plusInfinity {
			return n
		}
		return clip(n + d)
	}
	out := make([]run, len(s.runs))
	for i, r := range s.runs {
		out[i] = run{move(r.lo), move(r.hi)}
	}
	return Set{joined(out)}
}

// appendKey appends bytes that tell the set from every other.
func (s Set) appendKey(key []byte) []byte {
	key = binary.AppendVarint(key, int64(len(s.runs)))
	for _, r := range s.runs {
		key = binary.AppendVarint(key, int64(r.lo))
		key = binary.AppendVarint(key, int64(r.hi-r.lo))
	}
	return key
}
