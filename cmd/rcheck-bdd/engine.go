package main

import (
	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// engineFlags are the flags of commands that compute with decision diagrams.
type engineFlags struct {
	limitFlags
	maxNodes int
	engine   string
	order    orderFlag
	reorder  bool
}

func (e *engineFlags) declareLimits(f *cli.Flags, per string) {
	e.limitFlags.declareLimits(f, per)
	f.Count(&e.maxNodes, "max-nodes", "use at most this `NUMBER` of BDD nodes, such as 500k or 20M")
}

// declare declares limits and the engine, which is for a purpose such as "How to explore".
func (e *engineFlags) declare(f *cli.Flags, purpose string) {
	f.Group("Limits")
	e.declareLimits(f, "")
	f.Group(purpose)
	e.declareEngine(f)
}

func (e *engineFlags) declareEngine(f *cli.Flags) {
	f.Choice(&e.engine, "engine", "the package that computes with BDDs: `native|rudd`; native is the default and keeps limits exactly", "native", "rudd")
	e.engine = bdd.DefaultEngine
	e.order.declare(f, "put these agents or variables (agent-local) at the top of the BDDs, in this order: `NAMES` separated\nby commas; the others follow")
	f.BoolVar(&e.reorder, "reorder", false, "look for a better order while the BDDs grow (only with --engine=native)")
}

// encoding are the options of the symbolic encoding.
func (e *engineFlags) encoding() symbolic.Options {
	return symbolic.Options{
		BDD:   bdd.Options{Engine: e.engine, MaxNodes: e.maxNodes, MaxBytes: e.memory(), AutoReorder: e.reorder},
		Order: e.order,
	}
}
