package mctest

import (
	"context"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// A Stumble is a context that makes work stop. As an interrupt it is done from some look at it on.
// As a limit on nodes it makes one operation on diagrams fail, and maybe the next ones; those that
// come later go on.
type Stumble struct {
	context.Context
	limit       bool // only looks of operations on diagrams count
	first, last int64
	looks       atomic.Int64
}

// NewInterrupt is done from a look on, counted from 1.
func NewInterrupt(first int) *Stumble {
	return &Stumble{Context: context.Background(), first: int64(first), last: 1 << 62}
}

// NewLimit has so many looks of operations on diagrams fail for want of nodes, from one on, counted
// from 1. An operation looks again after the collection that it tries first.
func NewLimit(first, number int) *Stumble {
	s := NewInterrupt(first)
	s.limit, s.last = true, int64(first+number-1)
	return s
}

// Err is one look.
func (s *Stumble) Err() error {
	if s.limit && !fromDiagrams() {
		return nil
	}
	switch n := s.looks.Add(1); {
	case n < s.first || n > s.last:
		return nil
	case s.limit:
		return bdd.ErrNodeLimit
	}
	return context.Canceled
}

// Looks is how many looks counted.
func (s *Stumble) Looks() int { return int(s.looks.Load()) }

// engines tells of places in the program whether they are in an engine.
var engines sync.Map

// fromDiagrams reports whether an engine looks at the context, or at one around it.
func fromDiagrams() bool {
	var callers [4]uintptr
	for _, pc := range callers[:runtime.Callers(3, callers[:])] {
		in, known := engines.Load(pc)
		if !known {
			in = strings.Contains(runtime.FuncForPC(pc-1).Name(), "/bdd/internal/")
			engines.Store(pc, in)
		}
		if in.(bool) {
			return true
		}
	}
	return false
}
