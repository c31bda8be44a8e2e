package ruddengine

import (
	"fmt"
	"slices"

	"github.com/dalzilio/rudd"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// New makes an engine. It returns an error when the configuration is contradictory or exceeds its
// own limits, or when rudd is not the version this package knows.
func New(c engine.Config) (*Engine, error) {
	e := &Engine{
		sets: make([]Ref, 1), renamings: make([]*renaming, 1), frames: make([]frame, 1),
		prepared: engine.Prepared{},
	}
	e.epoch = 1
	var err error
	if e.varAt, e.levelOf, err = c.Levels(); err != nil {
		return nil, fmt.Errorf("ruddengine: %w: %w", ErrArgument, err)
	}
	e.nextOf = slices.Repeat([]engine.Var{engine.NoVar}, c.NumVars)
	for _, p := range c.Pairs {
		e.nextOf[p.Current] = p.Next
	}
	varnum := max(c.NumVars, 1) // rudd wants one
	if e.limits, err = plan(c, varnum); err != nil {
		return nil, fmt.Errorf("ruddengine: %w", err)
	}
	e.b, err = rudd.New(varnum, rudd.Nodesize(e.limits.initial), rudd.Maxnodeincrease(e.limits.increase),
		rudd.Minfreenodes(minFree), rudd.Cachesize(e.limits.cacheSize), rudd.Cacheratio(e.limits.cacheRatio))
	if err != nil {
		return nil, fmt.Errorf("ruddengine: %w: %w", ErrArgument, err)
	}
	if e.table, err = openTable(e.b); err != nil {
		return nil, fmt.Errorf("ruddengine: %w", err)
	}
	if err := e.takeLiterals(varnum); err != nil {
		return nil, err
	}
	if b := e.bytesAt(e.table.size()); e.limits.maxBytes > 0 && b > e.limits.maxBytes {
		return nil, fmt.Errorf("ruddengine: %w: an empty table takes %d bytes", engine.ErrMemoryLimit, b)
	}
	if e.limits.maxBytes > 0 {
		e.limits.fitting = e.fit()
	}
	e.observe()
	return e, nil
}

// Close implements engine.Engine.
func (e *Engine) Close() {
	*e = Engine{}
	e.failure = fmt.Errorf("ruddengine: %w", ErrClosed)
}
