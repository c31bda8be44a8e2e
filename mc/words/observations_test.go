package words_test

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/words"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// A concrete step: the parts that it has, and the assignments that satisfy its predicate.
type step struct {
	parts     map[string]string
	predicate []map[string]string
}

// A descriptor is an observation as text, and its value for a step. Inside of exists and forall, the
// step also has the parts of one assignment.
type descriptor struct {
	text string
	is   func(step) bool
}

// Parts of steps, with the values that they are compared with. Some are about agents.
var (
	agentParts = []string{"sender", "getter", "supplier", "initiator", "producer", "locality", "WHO"}
	otherParts = map[string][]string{
		"MSG": {"x", "y", "DAT", "MSG"}, "DAT": {"x", "MSG"}, "chan": {"c", "*"}, "channel": {"c", "*"}, "ch": {"d", "*"}, "supplier-size": {"1", "2", "supplier-size"}, "supplier-rdy": {"true"},
	}
	identifiers = map[string][]string{"size": {"1", "2", "supplier-size"}, "rdy": {"true", "false"}}
	agents      = []string{"a", "b"}
)

// A drawer draws descriptors about some parts.
type drawer struct {
	*rand.Rand
	parts []string
}

func oneOf[T any](d drawer, of []T) T { return of[d.IntN(len(of))] }

func (d drawer) descriptor(size int, inside bool) descriptor {
	if size == 0 {
		return d.comparison(inside)
	}
	x, y := d.descriptor(size-1, inside), d.descriptor(size-1, inside)
	switch n := d.IntN(9); {
	case n == 0:
		return descriptor{"!(" + x.text + ")", func(s step) bool { return !x.is(s) }}
	case n == 1:
		return descriptor{"((" + x.text + ") & (" + y.text + "))", func(s step) bool { return x.is(s) && y.is(s) }}
	case n == 2:
		return descriptor{"((" + x.text + ") | (" + y.text + "))", func(s step) bool { return x.is(s) || y.is(s) }}
	case n == 3:
		return descriptor{"((!(" + x.text + ")) = (" + y.text + "))", func(s step) bool { return x.is(s) != y.is(s) }}
	case n == 4:
		z := d.comparison(inside)
		return descriptor{"((" + x.text + ") ? " + y.text + " : " + z.text + ")", func(s step) bool {
			if x.is(s) {
				return y.is(s)
			}
			return z.is(s)
		}}
	case inside:
		return x
	case n == 5:
		of := d.descriptor(size-1, true)
		return descriptor{"exists(" + of.text + ")", func(s step) bool { return s.some(of.is) }}
	case n == 6:
		of := d.descriptor(size-1, true)
		return descriptor{"forall(" + of.text + ")", func(s step) bool { return s.every(of.is) }}
	}
	return x
}

// comparison is a comparison of two parts, or of a part with a value, or a truth value.
func (d drawer) comparison(inside bool) descriptor {
	part := oneOf(d, d.parts)
	if named := part == "MSG" || part == "DAT" || part == "WHO"; inside && (named || d.IntN(3) > 0) || d.IntN(6) == 0 {
		part = oneOf(d, []string{"size", "rdy", "@size"})
	}
	name := strings.TrimPrefix(part, "@")
	_, quantified := identifiers[name]
	is := func(equal func(step) bool) func(step) bool {
		if quantified && !inside {
			return func(s step) bool { return s.every(equal) }
		}
		return equal
	}
	if supplied := "supplier-rdy"; name == "p2p" || name == "rdy" || name == supplied {
		switch d.IntN(5) {
		case 0:
			if name == "rdy" {
				same := is(func(s step) bool { return s.parts[name] == s.parts[supplied] })
				return descriptor{part + " = " + supplied, same}
			}
		case 1, 2:
			return descriptor{part, is(func(s step) bool { return s.parts[name] == "true" })}
		}
		value := oneOf(d, []string{"true", "FALSE"})
		return descriptor{part + " = " + value, is(func(s step) bool { return s.parts[name] == strings.ToLower(value) })}
	}
	values := agents
	if slices.Contains(agentParts, name) && name != "WHO" {
		values = append(slices.Clone(agentParts), agents...)
	} else if name != "WHO" {
		values = slices.Concat(otherParts[name], identifiers[name])
	}
	if name == "locality" {
		values = append(values, "any")
	}
	value, differs := oneOf(d, values), d.IntN(3) == 0
	equal := is(func(s step) bool {
		other, isPart := s.parts[value]
		if !isPart {
			other = value
		}
		return s.parts[name] == other && other != ""
	})
	left, sign, right := part, " = ", value
	if differs {
		sign = " != "
	}
	if d.IntN(4) == 0 && (quantified && part != "size" || name != "WHO" && name != "MSG" && name != "DAT" && !quantified || value == "1") {
		left, right = right, left
	}
	return descriptor{left + sign + right, func(s step) bool { return equal(s) != differs }}
}

func (s step) some(is func(step) bool) bool {
	for _, a := range s.predicate {
		one := step{parts: maps.Clone(s.parts), predicate: []map[string]string{a}}
		maps.Copy(one.parts, a)
		if is(one) {
			return true
		}
	}
	return false
}

func (s step) every(is func(step) bool) bool {
	return !s.some(func(a step) bool { return !is(a) })
}

// allSteps are all that descriptors about the given parts tell apart. The type of size has the given
// values.
func allSteps(about []string, sizes []string) (out []step) {
	vary := func(part string, values ...string) []string {
		if slices.Contains(about, part) {
			return values
		}
		return values[:1]
	}
	var all []map[string]string
	for _, v := range sizes {
		for _, u := range vary("rdy", "false", "true") {
			all = append(all, map[string]string{"size": v, "rdy": u})
		}
	}
	type pair struct{ data, other string }
	var data []pair
	for _, x := range vary("MSG", "", "x", "y", "z") {
		for _, y := range vary("DAT", "", "x", x, "w") {
			data = append(data, pair{x, y})
		}
	}
	for _, data := range data {
		for _, who := range vary("WHO", "", "a", "b", "other") {
			for _, from := range []string{"a", "b", "other"} {
				for _, on := range vary("ch", "c", "d", "e", "*") {
					for set := range 1 << len(all) {
						m := map[string]string{"p2p": "false", "sender": from, "initiator": from, "producer": from, "chan": on, "MSG": data.data, "DAT": data.other, "WHO": who,
							"getter": "", "supplier": "", "locality": "", "supplier-size": "", "supplier-rdy": "", "channel": on, "ch": on}
						out = append(out, step{m, subset(all, set)})
					}
				}
				for _, to := range []string{"a", "b", "other"} {
					for _, v := range vary("supplier-size", append([]string{""}, sizes...)...) {
						for _, u := range vary("supplier-rdy", "", "false", "true") {
							for _, locality := range vary("locality", "any", from) {
								for set := range 1 << len(all) {
									m := map[string]string{"p2p": "true", "getter": to, "initiator": to, "supplier": from, "producer": from, "locality": locality,
										"MSG": data.data, "DAT": data.other, "WHO": who, "supplier-size": v, "supplier-rdy": u, "sender": "", "chan": "", "channel": "", "ch": ""}
									if from != to && (locality == "any" || set == 1<<len(all)-1) {
										out = append(out, step{m, subset(all, set)})
									}
								}
							}
						}
					}
				}
			}
		}
	}
	return out
}

func subset(all []map[string]string, set int) (out []map[string]string) {
	for i, a := range all {
		if set>>i&1 == 1 {
			out = append(out, a)
		}
	}
	return out
}

// A moment says which of some descriptors are true of a step. Where there is no step, none is, and
// ended is set.
type moment struct {
	is    uint
	ended bool
}

// moments are the moments of all steps.
func moments(list []descriptor, steps []step) (out []moment) {
	met := map[uint]bool{}
	for _, s := range steps {
		var is uint
		for i, d := range list {
			if d.is(s) {
				is |= 1 << i
			}
		}
		if !met[is] {
			met[is] = true
			out = append(out, moment{is: is})
		}
	}
	return append(out, moment{ended: true})
}

// Descriptors can be true, and others false, of the first three steps of a run, if there are such
// steps. What else an identifier can be may differ from step to step.
func TestObservationsAgainstAllSteps(t *testing.T) {
	ctx := context.Background()
	count := map[bool]int{}
	for seed := range recipetest.Number(t, "MC_OBSERVATIONS", 150) {
		d := drawer{Rand: rand.New(rand.NewPCG(uint64(seed), 7))}
		parts := slices.Concat(agentParts, slices.Sorted(maps.Keys(otherParts)), []string{"p2p", "locality", "locality"})
		for range 3 {
			d.parts = append(d.parts, oneOf(d, parts))
		}
		var list []descriptor
		for range 1 + d.IntN(3) {
			list = append(list, d.descriptor(d.IntN(3), false))
		}
		var about []string
		for _, l := range list {
			for _, part := range []string{"MSG", "DAT", "WHO", "chan", "ch", "locality", "supplier-size", "supplier-rdy", "size", "rdy"} {
				if strings.Contains(l.text, part) && !slices.Contains(about, part) {
					about = append(about, part)
				}
			}
		}
		var texts []string
		for _, told := range [][2]string{{"WHO", "a"}, {"MSG", "x"}, {"DAT", "x"}, {"size", "1"}, {"rdy", "true"}} { // what the names mean
			part, value := told[0], told[1]
			if !slices.Contains(about, part) {
				continue
			}
			is := func(s step) bool { return s.parts[part] == value }
			l := descriptor{part + " = " + value, is}
			if identifiers[part] != nil {
				l = descriptor{"exists(" + l.text + ")", func(s step) bool { return s.some(is) }}
			}
			list = append(list, l)
			texts = append(texts, "[["+l.text+"]] true")
		}
		types := [][]string{{"1", "2"}, {"1", "2", "3"}}
		if !slices.ContainsFunc(list, func(l descriptor) bool { return strings.Contains(l.text, "2") }) {
			types = append(types, types[0][:1])
		}
		var steps []step
		for _, sizes := range types {
			steps = append(steps, allSteps(about, sizes)...)
		}
		possible := moments(list, steps)
		// A wish is that a descriptor is, or is not, true of a step.
		type wish struct {
			at, of int
			is     bool
		}
		var wishes []wish
		for at := range 3 {
			like := oneOf(d, possible)
			if d.IntN(4) > 0 {
				like = possible[0]
				for _, m := range possible {
					if d.IntN(2) == 0 && !m.ended {
						like = m
					}
				}
			}
			for of := range list {
				if d.IntN(3) == 0 {
					continue
				}
				w := wish{at, of, like.is>>of&1 == 1 != (d.IntN(8) == 0)}
				wishes = append(wishes, w)
				text := strings.Repeat("X ", at) + "(<<" + list[of].text + ">> true)"
				if d.IntN(4) == 0 {
					text = "!" + strings.Repeat("X ", at) + "([[" + list[of].text + "]] false)"
				}
				if !w.is {
					text = "!" + text
				}
				texts = append(texts, text)
			}
		}
		ended, want := false, true
		for at := range 3 {
			fits := func(m moment) bool {
				return !slices.ContainsFunc(wishes, func(w wish) bool { return w.at == at && w.is != (m.is>>w.of&1 == 1) })
			}
			next := slices.IndexFunc(possible, fits) // an end comes last
			want = want && next >= 0 && (!ended || fits(moment{ended: true}))
			ended = ended || next >= 0 && possible[next].ended
		}
		text := "(" + strings.Join(append(texts, "true"), ") & (") + ")"
		f, diagnostics, err := rcheck.ParseFormula(ctx, text, rcheck.Options{Reading: parser.ForceTight})
		require.NoError(t, err)
		require.NoError(t, diagnostics.Err(), text)
		w, err := words.Satisfiable(ctx, f.Formula, words.Options{Also: f.Observations()})
		require.NoError(t, err)
		if want != (w != nil) {
			t.Errorf("seed %d: want %v\n%s", seed, want, strings.ReplaceAll(text, ") & (", ")\n & ("))
		}
		count[want]++
	}
	t.Log(count)
	require.Greater(t, min(count[true], count[false]), 20)
}

// A run that ends has no step any more, and its states stay.
func TestObservationsOfRunsThatEnd(t *testing.T) {
	for text, can := range map[string]bool{
		"F (([[p2p]] false) & ([[!p2p]] false) & p)":                              true,
		"F (([[p2p]] false) & ([[!p2p]] false) & X (<<sender = a>> true))":        false,
		"F (([[p2p]] false) & ([[!p2p]] false) & p & X !p)":                       false,
		"G (([[p2p]] false) & ([[!p2p]] false) & p) | G (<<sender = a>> p)":       true,
		"(<<MSG = x>> true) & (<<MSG = y>> true)":                                 false,
		"(<<COUNT > 1 & COUNT < 1>> true) & G F (<<sender = a>> true)":            true,
		"(<<getter = a & supplier = a>> true)":                                    false,
		"(<<locality = a>> true) & (<<chan = c>> true)":                           false,
		"(<<exists(v = 1) & forall(v = 2) & (v != 2 | exists(w))>> true)":         false,
		"G F (<<exists(v = 1)>> true) & G F !(<<exists(v = 1)>> true) & G p":      true,
		"(<<initiator = a>> true) & (<<sender = b>> true)":                        false,
		"(<<ch = c>> true) & (<<channel = d>> true)":                              false,
		"(<<a = getter>> true) & (<<b = initiator>> true)":                        false,
		"(<<supplier-v = 1>> true) & (<<supplier-v = 2>> true)":                   false,
		"(<<supplier-v = 1>> true) & (<<sender = a>> true)":                       false,
		"(<<sender = a & exists(v = 1 & sender = b)>> true)":                      false,
		"(<<locality = a & !exists(v = 1)>> true)":                                false,
		"(<<locality = a & supplier = b>> true)":                                  false,
		"(<<locality = any & !exists(v = 1)>> true)":                              true,
		"(<<sender = initiator & p2p>> true)":                                     false,
		"(<<v > 1 & exists(v = 2) & exists(!(v > 1))>> true)":                     false,
		"(<<b = TRUE & b & n = -1>> true) & (<<n = 1>> true)":                     false,
		"(<<b = TRUE & b>> true)":                                                 true,
		"<<exists(w = 1) & !exists(v = TRUE) & !exists(v = FALSE)>> true":         false,
		"<<exists(w = 1) & !exists(v = TRUE)>> true":                              true,
		"<<B = B & B != TRUE & B != FALSE>> true":                                 false,
		"<<locality = a & forall(v = FALSE)>> true":                               false, // v can be TRUE
		"<<B = D & B != TRUE & B != FALSE>> true":                                 false,
		"<<B != TRUE & B != FALSE>> true":                                         true, // the step may lack B
		"<<B = B & C = C & B != TRUE & C != TRUE & B != C>> true":                 false,
		"<<supplier-v = supplier-v & !supplier-v & supplier-v != FALSE>> true":    false,
		"x = 1 & x != 1 | y=1 & !(y = 1) | !((F p) = (F p))":                      false,
		"(<<MSG = D & D = x & MSG = y>> true)":                                    false,
		"(<<MSG = D & D = x & MSG = x>> true)":                                    true,
		"(<<A = B & B = C & A = x & C != x>> true)":                               false,
		"(<<D = x & E = x & D != E>> true)":                                       false,
		"(<<sender = W & W = a & sender = b>> true)":                              false,
		"(<<locality = W & locality = any>> true) & X (<<W = a>> true)":           false,
		"(<<locality = b & forall(v != supplier-v)>> true)":                       true, // the supplier may lack v
		"(<<locality = b & forall(v = 1) & supplier-v != 1>> true)":               true,
		"<<locality = b & forall(v != supplier-v) & supplier-v=supplier-v>> true": false,
		"(<<sender = client[1] & sender = client[2]>> true)":                      false,
		"(<<sender = client[1] & initiator = client1>> true)":                     true,
		"(<<sender = client[1] & initiator != client1>> true)":                    false,
		"(<<sender = client[1] & D = client & D = d>> true)":                      false,
		"(<<p2p & forall(v = 1) & supplier-v = 2>> true)":                         true, // the supplier may lack another identifier
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
