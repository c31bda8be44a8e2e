package quotient

import (
	"context"
	"errors"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// errOverlooked says that a search that is repeated finds what the first did not.
var errOverlooked = errors.New("quotient: fair components are found by removing nodes, but not by depth first search")

// Contains reports whether the orbit of a state is in the quotients built so far, as it is if the
// state is reachable; known is false if there is no such state, or if the orbit has several
// representatives: the one of this state may then be missing.
func (f *Finder) Contains(s recipe.State) (in, known bool) {
	if f == nil || f.in.System().CheckState(s) != nil {
		return false, false
	}
	for _, g := range f.graphs {
		if g == nil {
			continue
		}
		rep := f.effort.representative(g.group, s)
		if _, in := g.index[f.in.Key(rep)]; in {
			known = true
		} else if _, exact := g.group.OrbitSize(s); exact {
			return false, true
		}
	}
	return known, known
}

// Sample returns some reachable state, a representative, by throws of dice with as many sides as
// they are asked for; ok is false if there is no quotient yet.
func (f *Finder) Sample(die func(sides int) int) (s recipe.State, ok bool) {
	if die == nil {
		panic(misuse("Sample: there are no dice"))
	}
	if f == nil || f.first == nil {
		return s, false
	}
	return f.first.states[die(len(f.first.states))], true
}

// certifyEmpty tests that no node reached lies in a fair component, without looking for components:
// as long as there are some, it removes the nodes from which no step of some acceptance set can be
// reached by steps between nodes that are left (E. A. Emerson, C.-L. Lei, "Efficient model checking
// in fragments of the propositional mu-calculus", LICS 1986). Nothing may be left.
func (p *product) certifyEmpty(ctx context.Context) error {
	left, err := p.reached(ctx)
	if err != nil {
		return err
	}
	sets := max(p.aut.Acceptance, 1) // without a set, some step is enough
	for {
		before := len(left)
		for i := range sets {
			if err := p.effort.look(ctx); err != nil {
				return fmt.Errorf("repeating the search: %w", err)
			}
			left = p.reaching(left, i)
		}
		if len(left) == before {
			break
		}
	}
	if len(left) > 0 {
		return errOverlooked
	}
	return nil
}

// reached is the set of the nodes reachable from the initial ones.
func (p *product) reached(ctx context.Context) (map[int]bool, error) {
	stack := p.initial()
	nodes := setOf(stack)
	for len(stack) > 0 {
		if len(nodes)%256 == 0 {
			if err := p.effort.look(ctx); err != nil {
				return nil, fmt.Errorf("repeating the search after %d nodes: %w", len(nodes), err)
			}
		}
		node := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		p.arcs(node, func(a arc) bool {
			if !nodes[a.to] {
				nodes[a.to] = true
				stack = append(stack, a.to)
			}
			return true
		})
	}
	return nodes, nil
}

// reaching is the part of a set of nodes from which a step of an acceptance set between nodes of
// the set can be reached inside it.
func (p *product) reaching(set map[int]bool, acceptance int) map[int]bool {
	before := map[int][]int{}
	good := map[int]bool{}
	var stack []int
	for node := range set {
		p.arcs(node, func(a arc) bool {
			if !set[a.to] {
				return true
			}
			before[a.to] = append(before[a.to], node)
			if !good[node] && (p.aut.Acceptance == 0 || a.acc>>acceptance&1 == 1) {
				good[node] = true
				stack = append(stack, node)
			}
			return true
		})
	}
	for len(stack) > 0 {
		node := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, b := range before[node] {
			if !good[b] {
				good[b] = true
				stack = append(stack, b)
			}
		}
	}
	return good
}
