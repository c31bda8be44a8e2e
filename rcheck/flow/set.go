package flow

import (
	"math"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// The bounds of sets that have none.
const (
	minusInfinity = math.MinInt / 4
	plusInfinity  = math.MaxInt / 4
)

// maxExplicit is how many numbers a set lists one by one; larger sets of numbers are intervals.
const maxExplicit = 128

// A Set is a set of values of one kind: a list, or an interval of numbers, perhaps unbounded. The zero Set is empty. Sets are
// immutable.
type Set struct {
	values   []recipe.Value // ascending; meaningless for an interval
	interval bool
	lo, hi   int // of an interval; never empty
}

// Of returns the set of the given values.
func Of(values ...recipe.Value) Set {
	v := slices.Clone(values)
	slices.Sort(v)
	return Set{values: slices.Compact(v)}
}

// Between returns the set of the numbers from lo to hi, both included.
func Between(lo, hi int) Set {
	switch {
	case lo > hi:
		return Set{}
	case hi-lo >= maxExplicit || lo <= minusInfinity || hi >= plusInfinity:
		return Set{interval: true, lo: max(lo, minusInfinity), hi: min(hi, plusInfinity)}
	}
	v := make([]recipe.Value, 0, hi-lo+1)
	for i := lo; i <= hi; i++ {
		v = append(v, recipe.Value(i))
	}
	return Set{values: v}
}

// all is every number.
var all = Set{interval: true, lo: minusInfinity, hi: plusInfinity}

// ofType returns the values of a type.
func ofType(t *recipe.Type) Set {
	switch t.Kind {
	case recipe.Bool:
		return Of(recipe.False, recipe.True)
	case recipe.Int:
		return Between(t.Lo, t.Hi)
	}
	return Of(t.Values...)
}

// IsEmpty reports whether the set has no element.
func (s Set) IsEmpty() bool { return !s.interval && len(s.values) == 0 }

// Bounds returns the least and the greatest element of a set of numbers; ok is false if there is none.
func (s Set) Bounds() (lo, hi int, ok bool) {
	switch {
	case s.IsEmpty():
		return 0, 0, false
	case s.interval:
		return s.lo, s.hi, s.lo > minusInfinity && s.hi < plusInfinity
	}
	return int(s.values[0]), int(s.values[len(s.values)-1]), true
}

// bounds is Bounds for a set that is not empty, perhaps unbounded.
func (s Set) bounds() (lo, hi int) {
	lo, hi, _ = s.Bounds()
	return lo, hi
}

// single returns the only element of a set that has just one.
func (s Set) single() (recipe.Value, bool) {
	if !s.interval && len(s.values) == 1 {
		return s.values[0], true
	}
	return 0, false
}

// Contains reports whether v is in the set.
func (s Set) Contains(v recipe.Value) bool {
	if s.interval {
		return s.lo <= int(v) && int(v) <= s.hi
	}
	_, ok := slices.BinarySearch(s.values, v)
	return ok
}

// SubsetOf reports whether every element of s is in t.
func (s Set) SubsetOf(t Set) bool {
	if s.interval {
		// Of two finite sets, an interval is part of a list if as many of the list's elements are in it as it has.
		return t.interval && t.lo <= s.lo && s.hi <= t.hi ||
			!t.interval && s.hi-s.lo < len(t.values) && len(s.intersect(t).values) == s.hi-s.lo+1
	}
	for _, v := range s.values {
		if !t.Contains(v) {
			return false
		}
	}
	return true
}

// Outside returns some element of the set that is no value of t, the least if the set lists its elements.
func (s Set) Outside(t *recipe.Type) (v recipe.Value, found bool) {
	if s.interval {
		switch {
		case s.lo < t.Lo:
			return recipe.Value(min(s.hi, t.Lo-1)), true
		case s.hi > t.Hi:
			return recipe.Value(max(s.lo, t.Hi+1)), true
		}
		return 0, false
	}
	for _, v := range s.values {
		if !t.Contains(v) {
			return v, true
		}
	}
	return 0, false
}

// intersect returns the values in both sets.
func (s Set) intersect(t Set) Set {
	if s.interval && t.interval {
		return Between(max(s.lo, t.lo), min(s.hi, t.hi))
	}
	if s.interval {
		s, t = t, s
	}
	var out []recipe.Value
	for _, v := range s.values {
		if t.Contains(v) {
			out = append(out, v)
		}
	}
	return Set{values: out}
}

// meets reports whether the sets have a value in common.
func (s Set) meets(t Set) bool {
	if s.interval && t.interval {
		return max(s.lo, t.lo) <= min(s.hi, t.hi)
	}
	if s.interval {
		s, t = t, s
	}
	return slices.ContainsFunc(s.values, t.Contains)
}

// union returns a set with the values of both; the result is an interval if there are many. Only numbers can be many.
func (s Set) union(t Set, numbers bool) Set {
	switch {
	case s.IsEmpty() || s.SubsetOf(t):
		return t
	case t.IsEmpty() || t.SubsetOf(s):
		return s
	case !s.interval && !t.interval:
		v := append(slices.Clone(s.values), t.values...)
		slices.Sort(v)
		if v = slices.Compact(v); !numbers || len(v) <= maxExplicit {
			return Set{values: v}
		}
	}
	slo, shi := s.bounds()
	tlo, thi := t.bounds()
	return Between(min(slo, tlo), max(shi, thi))
}

// without returns the set without one value, as far as that can be expressed.
func (s Set) without(v recipe.Value) Set {
	if s.interval {
		switch int(v) {
		case s.lo:
			return Between(s.lo+1, s.hi)
		case s.hi:
			return Between(s.lo, s.hi-1)
		}
		return s
	}
	if !s.Contains(v) {
		return s
	}
	return Set{values: slices.DeleteFunc(slices.Clone(s.values), func(w recipe.Value) bool { return w == v })}
}

// appendKey appends bytes that tell the set from every other.
func (s Set) appendKey(key []byte) []byte {
	if s.interval {
		key = append(key, 'I')
		key = appendInt(key, s.lo)
		return appendInt(key, s.hi)
	}
	key = append(key, 'E')
	key = appendInt(key, len(s.values))
	for _, v := range s.values {
		key = appendInt(key, int(v))
	}
	return key
}

func appendInt(key []byte, n int) []byte {
	for range 8 {
		key = append(key, byte(n))
		n >>= 8
	}
	return key
}
