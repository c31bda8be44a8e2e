package bench

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/bdd/workload"
)

// sizeOfProgram is the key in Case.Set of a program's size.
const sizeOfProgram = "N"

// ProgramCase is the case of a program of package workload.
func ProgramCase(name string, size int) Case {
	return Case{Program: name, Set: map[string]int{sizeOfProgram: size}}
}

// measureProgram runs a program of package workload.
func measureProgram(ctx context.Context, c Case, report func(*Measurement)) (*Measurement, error) {
	program, ok := workload.Find(c.Program)
	if !ok {
		return nil, fmt.Errorf("no program %q", c.Program)
	}
	o := c.options()
	o.Order = c.Order
	m := &Measurement{}
	start := time.Now()
	done, err := program.Run(ctx, o, c.Set[sizeOfProgram])
	m.ReachSeconds = time.Since(start).Seconds()
	switch {
	case errors.Is(err, bdd.ErrMemoryLimit) || errors.Is(err, bdd.ErrNodeLimit) || ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return m, nil
	case err != nil:
		return m, err
	}
	defer done.Manager.Close()
	m.Reached, m.States, m.Nodes = true, done.Count.String(), done.Manager.NodeCount(done.Set)
	m.engine(done.Manager.Stats())
	if c.Reorder {
		m.Order = done.Manager.Order()
	}
	report(m)
	return m, nil
}
