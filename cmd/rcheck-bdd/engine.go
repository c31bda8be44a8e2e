package main

import (
	"context"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// engineFlags are the flags of commands that compute with decision diagrams.
type engineFlags struct {
	timeout  time.Duration
	maxNodes int
	maxMem   int64
	engine   string
	order    orderFlag
	reorder  bool
}

func (e *engineFlags) declareLimits(f *cli.Flags, per string) {
	f.Duration(&e.timeout, "timeout", "`TIME`"+per+", such as 30s, 5m or a number of seconds")
	f.Count(&e.maxNodes, "max-nodes", "`NUMBER` of nodes of decision diagrams, such as 500k or 20M")
	f.Size(&e.maxMem, "max-mem", "`SIZE` of the tables of decision diagrams, such as 500MB or 2GiB (three quarters of the memory)")
}

func (e *engineFlags) declareEngine(f *cli.Flags) {
	f.Choice(&e.engine, "engine", "package of decision diagrams: `native|rudd`", "native", "rudd")
	e.engine = bdd.DefaultEngine
	e.order.declare(f, "`NAMES` of agents or variables (agent-local), separated by commas, in the order of the\ndiagrams from the top; the others follow")
	f.BoolVar(&e.reorder, "reorder", false, "look for a better order while the diagrams grow (engine native)")
}

// encoding are the options of the symbolic encoding.
func (e *engineFlags) encoding() symbolic.Options {
	memory := e.maxMem
	if memory == 0 {
		memory = defaultMemory()
	}
	return symbolic.Options{
		BDD:   bdd.Options{Engine: e.engine, MaxNodes: e.maxNodes, MaxBytes: memory, AutoReorder: e.reorder},
		Order: e.order,
	}
}

// limited is ctx with the limit on time.
func (e *engineFlags) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if e.timeout == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, e.timeout)
}
