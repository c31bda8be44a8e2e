// Package rcheckbdd is the front page of a library: a model checker for R-CHECK/ReCiPe, systems of
// agents that broadcast, multicast on channels they learn and drop at run time, and exchange data
// point to point; and for LTOL, linear temporal logic that observes messages. It declares nothing.
// Its examples show the three ways in; each uses a few of the packages below, and no more.
//
//   - Check a file. Package rcheck reads a model, package mc decides what it states, and mc/rcp joins
//     the two: see the example "checkAFile". [rcheck.ParseFormula] reads a formula alone.
//   - Build a system. Package recipe has a builder for systems that nobody wrote as text, package ltol
//     constructors of formulas over them: see "buildASystem". Package mc/simulate walks through a
//     system step by step, and mc/trace is what runs are.
//   - Use diagrams alone. Package bdd represents sets and relations over finite domains, under limits
//     of memory and time, and knows nothing of agents: see "diagramsAlone".
//
// Where a function reads a text it returns (program, diagnostics) or, with a context, (program,
// diagnostics, error): diagnostics are the reader's, an error is about the call, such as a context
// that ended. Limits are errors, never verdicts; errors.Is finds context.DeadlineExceeded,
// bdd.ErrNodeLimit and their like. Calls that make no sense return, or panic with, an error that
// wraps the ErrMisuse of their package. Values are safe for concurrent use unless their comment
// says otherwise.
//
// What is stable and what is not stands in cmd/rcheck-bdd/doc/install.md, the language in
// language.md next to it. The command line is in cmd/rcheck-bdd.
//
// [rcheck.ParseFormula]: https://pkg.go.dev/github.com/rcheck-bdd/rcheck-bdd/rcheck#ParseFormula
package rcheckbdd
