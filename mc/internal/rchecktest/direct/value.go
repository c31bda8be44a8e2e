package direct

import (
	"slices"
	"strconv"
)

// A Value is what an expression comes to. Values are comparable.
type Value struct {
	kind kind
	n    int    // of a number; 1 of true
	s    string // of a symbol, its spelling
}

type kind uint8

const (
	absent    kind = iota // it reads something that the message, the step or the receiver lacks
	undefined             // a divisor was zero
	truth
	number
	symbol // a channel, a constant of an enumeration, an instance: equal spellings are equal
)

func boolean(b bool) Value {
	if b {
		return Value{kind: truth, n: 1}
	}
	return Value{kind: truth}
}

func integer(n int) Value      { return Value{kind: number, n: n} }
func spelled(s string) Value   { return Value{kind: symbol, s: s} }
func (v Value) defined() bool  { return v.kind != absent && v.kind != undefined }
func (v Value) isTrue() bool   { return v.kind == truth && v.n == 1 }
func (v Value) isNumber() bool { return v.kind == number }

// String writes a value as models do.
func (v Value) String() string {
	switch v.kind {
	case truth:
		return strconv.FormatBool(v.n == 1)
	case number:
		return strconv.Itoa(v.n)
	case symbol:
		return v.s
	case undefined:
		return "undefined"
	}
	return "absent"
}

// A domain is a type: its values in order, or all numbers.
type domain struct {
	values    []Value
	unbounded bool
}

// window holds the numbers that a local of type int without bounds is tried with when initial
// states are sought.
const window = 40

func (d domain) contains(v Value) bool {
	if d.unbounded {
		return v.isNumber()
	}
	return slices.Contains(d.values, v)
}

func numbers(lo, hi int) domain {
	var d domain
	for n := lo; n <= hi; n++ {
		d.values = append(d.values, integer(n))
	}
	return d
}

func symbols(names []string) domain {
	var d domain
	for _, s := range names {
		d.values = append(d.values, spelled(s))
	}
	return d
}
