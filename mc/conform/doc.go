// Package conform holds logs of a real system against a model of it.
//
// Its one idea is the belief: the set of states in which the model may be after the entries of a
// log so far. A belief is a diagram of states, so that an entry that says little costs no more than
// one that says everything. An [Entry] is a partial observation of one step: conditions on the
// state before, on the step, and on the state after. Between two entries the model may take hidden
// steps, which the log does not record.
//
// Three kinds of doubt are not about the state, and a belief is one diagram for each way to settle
// them:
//
//   - the order of entries of which the log says none: the entries that have happened (a cut);
//   - which agent a name of the log stands for: a partial injection of names to agents;
//   - what a property still requires: a state of the automaton of the property or its negation.
//
// A [Tracker] begins with the initial states and moves the belief along one entry, or along a whole
// log of which the order is partial. A log conforms as long as the belief holds a state
// from which a fair computation goes on. Without fairness, any state will do.
//
// A property has a [Verdict] at each point of a log: every fair computation that the log allows
// satisfies it, or violates it, or there are both.
//
// The transition relation is that of package recipe/symbolic. The tests compare beliefs with
// explicit sets of states, and verdicts with those of the checker on a formula made of the log.
package conform
