package cores_test

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/mc/cores"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
)

func ExampleFind() {
	p, _ := rcheck.Parse("lamp.rcp", []byte(`
agent Lamp
  local: on : bool, warm : bool
  init: !on & !warm
  repeat: light: { !on } * ! false () [on := true, warm := true]

system = Lamp(lamp, true)
SPEC G (lamp-on -> lamp-warm);
`), rcheck.Options{})
	spec := rcp.Specification(p)
	core, _, err := cores.Find(context.Background(), p.System, spec, spec.Properties[0])
	if err != nil {
		panic(err)
	}
	for _, e := range core.Elements {
		fmt.Println(e.Kind, e.Text)
	}
	// Output:
	// initial condition !on
	// update warm := true
}
