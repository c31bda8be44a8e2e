// Package mc decides LTOL properties of ReCiPe systems: it joins the symbolic encoding of a system
// (recipe/symbolic) with the automaton of a negated property (ltol) and searches their product for
// a fair cycle.
//
// A [Checker] encodes a system once and explores its states once. Meanwhile other engines look for
// answers (mc/internal/schedule). A property that they decide needs no search; the others have:
//
//  1. translate: the automaton of the negation, a generalised Büchi automaton
//     with acceptance on edges;
//  2. product: for each edge of the automaton and each interaction, the states
//     from which steps of the interaction may take the edge. The automaton's
//     state is explicit: a set of product states is one set of system states
//     per automaton state. Deadlocked states loop by the empty stutter, on
//     which all step atoms are false;
//  3. search: component by component of the automaton, from the initial one:
//     the reachable product states and, if the component accepts, a fair cycle
//     among them. A terminal component needs the former only. Before a hull of
//     all fair cycles is computed, interactions that some agent's local graph
//     shows to lie on none are left out, and a few states are
//     explored explicitly (mc/internal/search);
//  4. trace: if a hull is not empty, a shortest prefix into it and a short
//     loop in it. Each step of it is a step of the explicit interpreter;
//  5. confirmation: the trace is replayed by the interpreter, and the property
//     is evaluated on it by ltol's evaluation of formulas on lassos, which
//     knows nothing of automata. A trace that does not stand is an
//     [ErrInternal], never a verdict.
//
// # Verdicts
//
// A verdict is [Holds], [Violated] or [Unknown]. Holds means that the search was complete, Violated
// that a confirmed trace exists. Everything that ends a search early, a limit on nodes or memory, a
// time-out, an interrupt, gives Unknown with the phase that was interrupted.
//
// # Sources
//
// The automata-theoretic method is that of Vardi and Wolper, "An automata-theoretic approach to
// automatic program verification", LICS 1986; the use of an automaton's strength that of Bloem,
// Ravi, Somenzi, "Efficient decision procedures for model checking of linear time logic
// properties", CAV 1999, doi:10.1007/3-540-48683-6_21. Others are cited where they stand.
package mc
