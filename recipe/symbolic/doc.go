// Package symbolic encodes a [recipe.System] over decision diagrams: its
// states as valuations of finite-domain variables, its steps as one small
// relation per interaction.
//
// The transition relation of the papers (P001 Definition 5, P004 Definition 3;
// package recipe names the papers) is a disjunction over senders of a conjunction over receivers, under a
// quantifier over the message. It is never built. Instead, everything about a
// message that depends on its sender only is enumerated beforehand: a
// *message* is a send command together with the channel, the data and the
// predicate that the sender's current locals give it; sender states that give
// the same message share one. For one message,
//
//	sender part  ∧  ⋀ over the other agents (takes part ∨ not connected ∨ not targeted ∨ not ready)
//
// is a conjunction of parts over disjoint variables, so that, with the bits of
// an agent kept together, its size is the sum of theirs. Agents that cannot
// change contribute a filter on current bits only; bits that no part changes
// are not mentioned, and no image touches them. Point-to-point exchanges are
// one interaction per pair of a get and a supply.
//
// Before anything is encoded, a flow analysis ([Flow]) finds the values that
// each local can ever hold and the commands that can never fire: locals with
// one value become constants and domains shrink. This changes the encoding
// only; counts and states speak of all declared locals.
//
// Package mc encodes the systems that it checks by itself; call [Encode] to explore
// one in another way.
package symbolic
