package engine

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// Prepared gives the prepared objects of an engine their numbers, from 1, by kind and contents.
type Prepared map[string]int32

// Find is the number of the object with these contents, 0 if there is none yet. The caller enters
// the number of a new one under the key.
func (p Prepared) Find(kind byte, contents []Var) (number int32, key string) {
	text := []byte{kind}
	for _, v := range contents {
		text = binary.LittleEndian.AppendUint32(text, uint32(v))
	}
	return p[string(text)], string(text)
}

// Distinct are variables, each once, in the order of their numbers.
func Distinct(vars []Var) []Var { return slices.Compact(slices.Sorted(slices.Values(vars))) }

// DistinctPairs are pairs, each once, in the order of their current variables.
func DistinctPairs(pairs []Pair) []Pair {
	byCurrent := func(p, q Pair) int { return cmp.Compare(p.Current, q.Current) }
	return slices.Compact(slices.SortedFunc(slices.Values(pairs), byCurrent))
}
