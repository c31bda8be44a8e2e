package bdd

import (
	"fmt"
	"math/bits"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// VarID names a finite-domain variable of a Layout; the first is 0.
type VarID int

// Copy tells the two copies of a variable apart: a state and its successor.
type Copy uint8

// The copies.
const (
	Current Copy = iota
	Next
)

// String is "current" or "next".
func (c Copy) String() string {
	if c == Next {
		return "next"
	}
	return "current"
}

// Layout declares the variables of a Manager, from the top of the diagram to its bottom. The zero
// value is an empty layout. A layout must not change once a manager has been made from it; several
// managers may share one.
type Layout struct {
	vars   []variable
	byName map[string]VarID
	bits   int
	err    error
}

// variable is a finite-domain variable and the Boolean variables which encode it, most significant
// first.
type variable struct {
	name   string
	size   int
	copies [2][]engine.Var // copies[Next] is nil for a single variable
	single bool
}

// Add declares a variable which takes the codes 0..size-1, in ceil(log2 size) bits, most
// significant first, each in a current and a next copy, the current directly above the next. Names
// must differ and sizes be positive; New reports the first violation.
func (l *Layout) Add(name string, size int) VarID { return l.add(name, size, false) }

// AddSingle declares an auxiliary variable which has no next copy. Its only copy is Current.
func (l *Layout) AddSingle(name string, size int) VarID { return l.add(name, size, true) }

func (l *Layout) add(name string, size int, single bool) VarID {
	if l == nil {
		panic(fail("Add", misuse("the layout is nil")))
	}
	id := VarID(len(l.vars))
	if l.byName == nil {
		l.byName = map[string]VarID{}
	}
	switch _, twice := l.byName[name]; {
	case l.err != nil:
	case twice:
		l.err = fmt.Errorf("bdd: variable %q is declared twice", name)
	case size < 1:
		l.err = fmt.Errorf("bdd: variable %q has %d values", name, size)
	}
	l.byName[name] = id
	v := variable{name: name, size: size, single: single}
	for range bits.Len(uint(max(size, 1) - 1)) {
		v.copies[Current] = append(v.copies[Current], engine.Var(l.bits))
		l.bits++
		if !single {
			v.copies[Next] = append(v.copies[Next], engine.Var(l.bits))
			l.bits++
		}
	}
	l.vars = append(l.vars, v)
	return id
}

// Len is the number of variables declared.
func (l *Layout) Len() int {
	if l == nil {
		return 0
	}
	return len(l.vars)
}

// Name is the name a variable was declared with.
func (l *Layout) Name(v VarID) string { return l.at("Name", v).name }

// Size is the number of codes of a variable.
func (l *Layout) Size(v VarID) int { return l.at("Size", v).size }

// Bits is the number of bits which encode one copy of a variable: 0 if its size is 1.
func (l *Layout) Bits(v VarID) int { return len(l.at("Bits", v).copies[Current]) }

// at is the variable, which must exist.
func (l *Layout) at(method string, v VarID) *variable {
	if v < 0 || int(v) >= l.Len() {
		panic(fail(method, misuse("no variable %d in a layout of %d", v, l.Len())))
	}
	return &l.vars[v]
}

// Lookup finds a variable by its name, for names that come from elsewhere, such as a file or an
// option.
func (l *Layout) Lookup(name string) (VarID, bool) {
	if l == nil {
		return 0, false
	}
	v, ok := l.byName[name]
	return v, ok
}
