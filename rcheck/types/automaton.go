package types

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// automaton is the structure automaton of an agent type (P000 Definition 3). States are numbered
// from 0, the initial one; the k-th semicolon of the agent's text is state k.
type automaton struct {
	states int
	edges  []edge // in the order of the agent's text
	// reference maps each state to the number it has in the published tool, which numbers the
	// states of a file in the classic dialect and of one in the current dialect differently.
	reference []int
}

type edge struct {
	from, to int
	command  *ast.Command
}

// newAutomaton builds the structure automaton of a process, nil for none.
func newAutomaton(p ast.Process, d ast.Dialect) *automaton {
	b := &automatonBuilder{automaton: &automaton{states: 1}}
	if p == nil {
		b.automaton.reference = []int{0}
		return b.automaton
	}
	ast.Inspect(p, func(n ast.Node) bool {
		if s, ok := n.(*ast.Sequence); ok {
			b.semis = append(b.semis, s.Semis...)
		}
		return true
	})
	slices.Sort(b.semis)
	b.automaton.states += len(b.semis)
	b.edges(p, 0, 0)
	b.automaton.reference = b.referenceNumbers(p, d)
	return b.automaton
}

// automatonBuilder follows the definition
//
//	⟨P1 ; P2⟩[s,f] = ⟨P1⟩[s,m] ∪ ⟨P2⟩[m,f] for a fresh m    ⟨P1 + P2⟩[s,f] = ⟨P1⟩[s,f] ∪ ⟨P2⟩[s,f]
//	⟨rep P⟩[s,f]   = ⟨P⟩[s,s]                              ⟨C⟩[s,f]       = {(s,C,f)}
//
// except that the fresh states are numbered beforehand, in the order of the text.
type automatonBuilder struct {
	automaton *automaton
	semis     []token.Pos // in the order of the text
}

// state is the state of a semicolon.
func (b *automatonBuilder) state(semi token.Pos) int {
	i, _ := slices.BinarySearch(b.semis, semi)
	return i + 1
}

func (b *automatonBuilder) edges(p ast.Process, from, to int) {
	switch p := p.(type) {
	case *ast.Command:
		b.automaton.edges = append(b.automaton.edges, edge{from, to, p})
	case *ast.Choice:
		for _, a := range p.Alternatives {
			b.edges(a, from, to)
		}
	case *ast.Sequence:
		for i, s := range p.Steps {
			end := to
			if i < len(p.Semis) {
				end = b.state(p.Semis[i])
			}
			b.edges(s, from, end)
			from = end
		}
	case *ast.Repetition:
		b.edges(p.Body, from, from)
	case *ast.ParenProcess:
		b.edges(p.X, from, to)
	}
}

// referenceNumbers computes the numbers of the published tool: it numbers the state in the middle
// of `A ; B` before those inside A and then B, where a sequence without parentheses is A ; (B ; …)
// in the classic dialect and (… ; A) ; B in the current one.
func (b *automatonBuilder) referenceNumbers(p ast.Process, d ast.Dialect) []int {
	numbers := make([]int, b.automaton.states)
	next := 1
	take := func(semi token.Pos) {
		numbers[b.state(semi)] = next
		next++
	}
	var walk func(p ast.Process)
	walk = func(p ast.Process) {
		switch p := p.(type) {
		case *ast.Choice:
			for _, a := range p.Alternatives {
				walk(a)
			}
		case *ast.Sequence:
			if d == ast.Current {
				for _, semi := range slices.Backward(p.Semis) {
					take(semi)
				}
				for _, s := range p.Steps {
					walk(s)
				}
				return
			}
			for i, s := range p.Steps {
				if i < len(p.Semis) {
					take(p.Semis[i])
				}
				walk(s)
			}
		case *ast.Repetition:
			walk(p.Body)
		case *ast.ParenProcess:
			walk(p.X)
		}
	}
	walk(p)
	return numbers
}

// renumbered reports whether the published tool numbers the given state of the automaton, or any if
// state is negative, differently: whether the state that it calls so is another one.
func (a *automaton) renumbered(state int) bool {
	if state >= len(a.reference) {
		return false
	}
	if state >= 0 {
		return a.reference[state] != state
	}
	return !slices.IsSorted(a.reference) // which has each state once
}
