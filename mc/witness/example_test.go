package witness_test

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/witness"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
)

// Why an agent does not know something: a run to a state, and another state that looks the same to
// it.
func ExampleOf() {
	p, list := rcheck.Parse("post.rcp", []byte(`
enum channel { post }
agent Sender
  local: sent : bool
  init: !sent
  repeat: send: { !sent } post ! true () [sent := true]
agent Reader
  local: read : bool
  init: !read
  receive-guard: false
  repeat: look: { !read } * ! false () [read := true]
system = Sender(ann, true) || Reader(bob, true)
SPEC AG (ann-sent -> K(bob, ann-sent));
`), rcheck.Options{})
	if err := list.Err(); err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	report, err := mc.Check(ctx, p.System, rcp.Specification(p))
	if err != nil {
		fmt.Println(err)
		return
	}
	result := report.Results[0]
	why, err := witness.Of(ctx, witness.OfRecipe(p.System, p.Sees...), result.Witness)
	fmt.Println(result.Verdict, err)
	fmt.Print(why)
	// Output:
	// violated <nil>
	// AG (ann-sent -> K(bob, ann-sent))
	// It does not hold in state 0 because of this run:
	// 0
	//     ann: sent = false
	//     bob: read = false
	//   ann-send: sends on post, which nobody receives  post.rcp:6:11
	// 1
	//     ann: sent = true
	// K(bob, ann-sent) does not hold in state 1: bob cannot tell state 1 from state 0
	//   what bob can see, in both states:
	//     bob: read = false
	//   all that differs in state 0:
	//     ann: sent = false
	// ann-sent does not hold in state 0
}
