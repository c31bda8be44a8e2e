package rcheck_test

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
)

func ExampleParse() {
	const model = `
enum channel { link[1..3] }

agent Node
  local: in : channel, out : channel, token : bool
  receive-guard: chan = in
  repeat: pass: { token } out ! true () [token := false] + take: { !token } in ? [token := true]

system = Node(node[i : 1..3], in = link[i] & out = link[i % 3 + 1] & (token <-> i = 1))

SPEC NAME passes := G (node1-pass -> X node2-take)
`
	p, diagnostics := rcheck.Parse("ring.rcp", []byte(model), rcheck.Options{})
	if err := diagnostics.Err(); err != nil {
		fmt.Println(err)
		return
	}
	for i, a := range p.System.Agents {
		fmt.Println(a.Name, "starts where", p.System.ExprString(a.Init, i))
	}
	name := func(a ltol.Atom) string { return p.System.Propositions[a.ID].Name }
	for _, s := range p.Specs {
		fmt.Println(s.Name, "says", s.Formula.Format(ltol.Notation{Name: name}))
	}
	// Output:
	// node1 starts where in = link1 & out = link2 & token
	// node2 starts where in = link2 & out = link3 & !token
	// node3 starts where in = link3 & out = link1 & !token
	// passes says G (node1-pass -> X node2-take)
}

func ExampleParse_diagnostics() {
	const model = `
agent Counter
  local: count : 0..3
  init: count = 0
  repeat: { cuont < 3 } * ! true () [count := count + 1]
system = Counter(c, count = 1)
SPEC F (c-count = 4)
`
	_, diagnostics := rcheck.Parse("counter.rcp", []byte(model), rcheck.Options{})
	for _, d := range diagnostics {
		fmt.Println(d)
	}
	// Output:
	// counter.rcp:5:13: error[RC0302]: `cuont` has no meaning in the guard or update of a send; did you mean `count`?
	// counter.rcp:7:9: warning[RC0402]: `c-count` and `4` are never equal: `c-count` has a value of type `0..3`, and `4` is a number
}
