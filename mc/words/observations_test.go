package words_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/words"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
)

// A concrete step: the parts that it has, and the assignments that satisfy its predicate.
type step struct {
	parts     map[string]string
	predicate []map[string]string
}

// A descriptor is an observation as text, and its value for a step. Inside of exists and forall,
// the step is one assignment.
type descriptor struct {
	text string
	is   func(step) bool
}

// drawDescriptor is a random one.
func drawDescriptor(r *rand.Rand, size int, inside bool) descriptor {
	if size == 0 {
		return drawComparison(r, inside)
	}
	x, y := drawDescriptor(r, size-1, inside), drawDescriptor(r, size-1, inside)
	switch n := r.IntN(6); {
	case n == 0:
		return descriptor{"!(" + x.text + ")", func(s step) bool { return !x.is(s) }}
	case n == 1:
		return descriptor{"((" + x.text + ") & (" + y.text + "))", func(s step) bool { return x.is(s) && y.is(s) }}
	case n == 2:
		return descriptor{"((" + x.text + ") | (" + y.text + "))", func(s step) bool { return x.is(s) || y.is(s) }}
	case inside:
		return x
	case n == 3:
		of := drawDescriptor(r, size-1, true)
		return descriptor{"exists(" + of.text + ")", func(s step) bool { return s.some(of.is) }}
	case n == 4:
		of := drawDescriptor(r, size-1, true)
		return descriptor{"forall(" + of.text + ")", func(s step) bool { return s.every(of.is) }}
	}
	return x
}

func drawComparison(r *rand.Rand, inside bool) descriptor {
	parts := [][]string{{"v", "1", "2"}, {"w", "1"}}
	if !inside {
		agents := []string{"a", "b"}
		parts = [][]string{parts[0], {"chan", "c", "d"}, {"MSG", "x", "y"}, {"p2p"}}
		for _, role := range []string{"sender", "getter", "supplier"} {
			parts = append(parts, append([]string{role}, agents...))
		}
	}
	of := parts[r.IntN(len(parts))]
	part := of[0]
	if part == "p2p" {
		return descriptor{part, func(s step) bool { return s.parts["getter"] != "" }}
	}
	value, differs := of[1+r.IntN(len(of)-1)], r.IntN(3) == 0
	is := func(s step) bool { return (s.parts[part] == value) != differs }
	if part == "v" && !inside { // an identifier
		equal := func(s step) bool { return s.parts[part] == value }
		is = func(s step) bool { return s.every(equal) != differs }
	}
	sign := " = "
	if differs {
		sign = " != "
	}
	return descriptor{part + sign + value, is}
}

func (s step) some(is func(step) bool) bool {
	for _, a := range s.predicate {
		if is(step{parts: a}) {
			return true
		}
	}
	return false
}

func (s step) every(is func(step) bool) bool {
	return !s.some(func(a step) bool { return !is(a) })
}

// allSteps are all that descriptors tell apart.
func allSteps() (out []step) {
	var messages []map[string]string
	for _, data := range []string{"", "x", "y", "z"} {
		for _, from := range []string{"a", "b", "other"} {
			for _, on := range []string{"c", "d", "e"} {
				messages = append(messages, map[string]string{"sender": from, "chan": on, "MSG": data})
			}
			for _, to := range []string{"a", "b", "another"} {
				if from != to {
					messages = append(messages, map[string]string{"getter": to, "supplier": from, "MSG": data})
				}
			}
		}
	}
	for _, m := range messages {
		for set := range 1 << 6 {
			s := step{parts: m}
			for i := range 6 {
				if set>>i&1 == 1 {
					s.predicate = append(s.predicate, map[string]string{"v": fmt.Sprint(1 + i%3), "w": fmt.Sprint(1 + i/3)})
				}
			}
			out = append(out, s)
		}
	}
	return out
}

// Some descriptors can be true of one step, and others false, if there is such a step.
func TestObservationsAgainstAllSteps(t *testing.T) {
	ctx, all := context.Background(), allSteps()
	count := map[bool]int{}
	for seed := range uint64(160) {
		r := rand.New(rand.NewPCG(seed, 7))
		one := func(a step) bool { return a.parts["v"] == "1" }
		first := descriptor{"exists(v = 1)", func(s step) bool { return s.some(one) }}
		list := []descriptor{first} // so that v is an identifier
		for range 2 + r.IntN(3) {
			list = append(list, drawDescriptor(r, r.IntN(3), false))
		}
		texts, wanted := []string{"<<p2p | !p2p>> true"}, make([]bool, len(list))
		like := all[r.IntN(len(all))]
		for i, d := range list {
			if wanted[i] = d.is(like); r.IntN(5) == 0 {
				wanted[i] = !wanted[i]
			}
			text := "(<<" + d.text + ">> true)"
			if !wanted[i] {
				text = "!" + text
			}
			texts = append(texts, text)
		}
		agrees := func(s step) bool {
			for i, d := range list {
				if d.is(s) != wanted[i] {
					return false
				}
			}
			return true
		}
		want := false
		for _, s := range all {
			want = want || agrees(s)
		}
		text := "(" + strings.Join(texts, ") & (") + ")"
		f, diagnostics, err := rcheck.ParseFormula(ctx, text, rcheck.Options{Reading: parser.ForceTight})
		require.NoError(t, err)
		require.NoError(t, diagnostics.Err(), text)
		w, err := words.Satisfiable(ctx, f.Formula, words.Options{Also: f.Observations()})
		require.NoError(t, err)
		require.Equal(t, want, w != nil, "seed %d: %s", seed, text)
		count[want]++
	}
	t.Log(count)
	require.Greater(t, min(count[true], count[false]), 20)
}

// A run that ends has no step any more, and its states stay.
func TestObservationsOfRunsThatEnd(t *testing.T) {
	for text, can := range map[string]bool{
		"F (([[p2p]] false) & ([[!p2p]] false) & p)":                         true,
		"F (([[p2p]] false) & ([[!p2p]] false) & X (<<sender = a>> true))":   false,
		"F (([[p2p]] false) & ([[!p2p]] false) & p & X !p)":                  false,
		"G (([[p2p]] false) & ([[!p2p]] false) & p) | G (<<sender = a>> p)":  true,
		"(<<MSG = x>> true) & (<<MSG = y>> true)":                            false,
		"(<<COUNT > 1 & COUNT < 1>> true) & G F (<<sender = a>> true)":       true,
		"(<<getter = a & supplier = a>> true)":                               false,
		"(<<locality = a>> true) & (<<chan = c>> true)":                      false,
		"(<<exists(v = 1) & forall(v = 2) & (v != 2 | exists(w))>> true)":    false,
		"G F (<<exists(v = 1)>> true) & G F !(<<exists(v = 1)>> true) & G p": true,
	} {
		ctx := context.Background()
		f, diagnostics, err := rcheck.ParseFormula(ctx, text, rcheck.Options{Reading: parser.ForceTight})
		require.NoError(t, err)
		require.NoError(t, diagnostics.Err(), text)
		w, err := words.Satisfiable(ctx, f.Formula, words.Options{Also: f.Observations()})
		require.NoError(t, err)
		require.Equal(t, can, w != nil, text)
	}
}
