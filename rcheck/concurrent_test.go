package rcheck_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
)

// Properties that are added at the same time share conditions with the program, whose numbers have
// bounds by then: nobody writes to them (which the race detector sees).
func TestPropertiesAddedConcurrently(t *testing.T) {
	p, list := rcheck.Parse("m.rcp", []byte(`
enum channel { c }
agent A
  local: x : int
  init: x = 0
  red: x + 1 = 3
  repeat: {x < 3} *! true ()[x := x + 1]
system = A(a, true) | A(b, true)
`), rcheck.Options{})
	require.False(t, list.HasErrors(), "%v", list)
	one, _, list := p.WithProperty("", "KO(a, b, a-x * 2 <= b-x + 6) | E F a-red")
	require.False(t, list.HasErrors(), "%v", list)
	var all sync.WaitGroup
	for range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			q, s, list := p.WithProperty("", "KO(a, b, a-x * 2 <= b-x + 6) | E F a-red")
			assert.Empty(t, list)
			assert.Equal(t, one.Specs[0].State, s.State)
			assert.Equal(t, one.System.Propositions, q.System.Propositions)
		}()
	}
	all.Wait()
}
