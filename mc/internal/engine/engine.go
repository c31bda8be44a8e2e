// Package engine is the contract between the engines that decide properties about runs and the
// scheduler that lets them work (package schedule). Engines share a [Board]: what is known of each
// property. An engine reads the board, works for the budget it is given, and writes its findings on
// the board. It neither prints nor decides which engine is next.
//
// Budgets and costs are counted in steps of diagrams (see bdd.Manager.Work). They never depend on
// the clock, so that a check is the same in every run.
package engine

import "context"

// An Engine looks for answers to the properties of a board. Engines are not safe for concurrent
// use.
type Engine interface {
	// Advance works for about budget steps. It returns false if there is nothing to do, or nothing
	// that fits the budget. The end of ctx ends the work early and is no error: an error is a fault
	// of the checker.
	Advance(ctx context.Context, budget int) (worked bool, err error)
	// Over reports whether nothing is left to do, whatever the budget.
	Over() bool
	// Spent is what the engine has cost so far, in steps of diagrams.
	Spent() int
}
