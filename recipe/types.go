package recipe

import (
	"slices"
	"strconv"
)

// A Value is an element of some [Type]: 0 and 1 for booleans, and the number itself for integers.
// For enumerations, and so for channels and locations, it is the index of the spelling of the
// constant in [System.Symbols]. Constants with the same spelling are the same value, also in
// different enumerations.
type Value int

const (
	// Broadcast is the symbol of the broadcast channel, spelled "*".
	Broadcast Value = 0
	// AnyLocality is the locality of a get by predicate. It is an element of no type. Only
	// [OpLocality] is compared with it.
	AnyLocality Value = -1
	// False and True are the boolean values.
	False Value = 0
	True  Value = 1
)

// BoolValue returns the boolean value of b.
func BoolValue(b bool) Value {
	if b {
		return True
	}
	return False
}

// Kind is one of the three kinds of types.
type Kind uint8

const (
	Bool Kind = iota
	Int
	Enum
)

// String is "boolean", "integer" or "enumeration".
func (k Kind) String() string {
	return spelling(int(k), "boolean", "integer", "enumeration")
}

// A Type is a finite, non-empty domain of values in a fixed order. Types are immutable and compared
// by identity only where two spellings matter; use [Type.Contains] to ask about values.
type Type struct {
	Kind Kind
	// Name is the type as users write it: "bool", "-1..3", "channel", "location" or the name of an
	// enumeration.
	Name string
	// Lo and Hi are the inclusive bounds of an Int type.
	Lo, Hi int
	// Unbounded says that the integers have no range: Lo and Hi only bound what an interpreter
	// represents. See [UnboundedType].
	Unbounded bool
	// Values lists the constants of an Enum type in order of declaration.
	Values []Value

	codes []int // of an Enum: 1 + position by value, 0 where there is none
}

// BoolType is the type of truth values.
var BoolType = &Type{Kind: Bool, Name: "bool"}

// IntType returns the type of the integers from lo to hi inclusive. It panics if the range is
// empty.
func IntType(lo, hi int) *Type {
	if hi < lo {
		panic(misuse("empty integer range %d..%d", lo, hi))
	}
	return &Type{Kind: Int, Name: strconv.Itoa(lo) + ".." + strconv.Itoa(hi), Lo: lo, Hi: hi}
}

// maxUnbounded is the largest number, in size, that a variable without a range can have in an
// interpreter. Products of two such numbers fit into 64 bits.
const maxUnbounded = 1<<31 - 1

// mostStarts bounds the initial values of such a variable, which an interpreter tries one by one.
const mostStarts = 1 << 20

// UnboundedType returns the type of integers without a range (P000 Sections 5.1 and 6). An
// interpreter represents the numbers up to 2 147 483 647 in size. A larger number is a range fault.
// Encodings need a range: see [System.Narrowed].
func UnboundedType() *Type {
	return &Type{Kind: Int, Name: "int", Lo: -maxUnbounded, Hi: maxUnbounded, Unbounded: true}
}

// maxSymbol bounds symbols, because enumerations hold tables of them.
const maxSymbol = 1 << 24

// EnumType returns the enumeration of the given values, in that order. It panics if there is no
// value, or if a value is negative, too large, or occurs twice.
func EnumType(name string, values ...Value) *Type {
	if len(values) == 0 {
		panic(misuse("empty enumeration %s", name))
	}
	if slices.Max(values) > maxSymbol {
		panic(misuse("enumeration %s lists symbol %d, which is beyond %d", name, slices.Max(values), maxSymbol))
	}
	if slices.Min(values) < 0 {
		panic(misuse("enumeration %s lists symbol %d", name, slices.Min(values)))
	}
	t := &Type{Kind: Enum, Name: name, Values: slices.Clone(values)}
	t.index(func(v Value) { panic(misuse("enumeration %s lists symbol %d twice", name, v)) })
	return t
}

// index fills codes from Values and tells which value occurs twice.
func (t *Type) index(twice func(Value)) {
	t.codes = make([]int, slices.Max(t.Values)+1)
	for i, v := range t.Values {
		if t.codes[v] != 0 {
			twice(v)
		}
		t.codes[v] = i + 1
	}
}

// Size is the number of values.
func (t *Type) Size() int {
	switch t.Kind {
	case Bool:
		return 2
	case Int:
		return t.Hi - t.Lo + 1
	default:
		return len(t.Values)
	}
}

// Value returns the value with the given position in the type's order, counted from 0.
func (t *Type) Value(code int) Value {
	switch t.Kind {
	case Bool:
		return Value(code)
	case Int:
		return Value(t.Lo + code)
	default:
		return t.Values[code]
	}
}

// Code is the inverse of [Type.Value]; ok is false if v is no element of t.
func (t *Type) Code(v Value) (code int, ok bool) {
	switch t.Kind {
	case Bool:
		return int(v), v == 0 || v == 1
	case Int:
		return int(v) - t.Lo, int(v) >= t.Lo && int(v) <= t.Hi
	default:
		if v < 0 || int(v) >= len(t.codes) {
			return 0, false
		}
		return t.codes[v] - 1, t.codes[v] != 0
	}
}

// Contains reports whether v is an element of t.
func (t *Type) Contains(v Value) bool {
	_, ok := t.Code(v)
	return ok
}

// String is the type's name.
func (t *Type) String() string { return t.Name }

// A Position is a place in a source file. Line and Column count from 1. A column counts Unicode
// code points, as in package rcheck/token. The zero Position is for systems built in Go, which have
// no source.
type Position struct {
	File         string
	Line, Column int
}

// String is FILE:LINE:COLUMN, or the file alone if there is no line.
func (p Position) String() string {
	if p.Line == 0 {
		return p.File
	}
	return p.File + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Column)
}
