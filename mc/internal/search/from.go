package search

import (
	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// beginIn has runs begin in some states that are not the initial ones.
func (s *emptiness) beginIn(starts bdd.Node) {
	s.elsewhere = true
	clear(s.waits)
	clear(s.anywhere)
	for _, q := range s.product.aut.Initial {
		s.product.init.set(q, starts)
	}
	s.reached.release()
	s.reached = s.product.init.clone()
}
