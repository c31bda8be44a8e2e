package recipetest

import (
	"math/rand/v2"

	"pgregory.net/rapid"
)

// A Source draws numbers below n.
type Source interface{ Intn(n int) int }

type rapidSource struct{ t *rapid.T }

// Intn reduces a large number, since rapid prefers small ones to a degree that
// makes most systems trivial.
func (s rapidSource) Intn(n int) int { return int(anyNumber.Draw(s.t, "") % uint64(n)) }

var anyNumber = rapid.Uint64()

type randSource struct{ *rand.Rand }

func (s randSource) Intn(n int) int { return s.IntN(n) }

// Rapid returns a source that a failing rapid test shrinks.
func Rapid(t *rapid.T) Source { return rapidSource{t} }

// Seeded returns the source that the seed determines; it is faster than
// rapid's.
func Seeded(seed uint64) Source { return randSource{rand.New(rand.NewPCG(seed, 0))} }
