// Package symbolic encodes a [recipe.System] by decision diagrams. States are valuations of
// finite-domain variables. Steps are small relations, one for each interaction.
//
// The transition relation of the papers (P001 Definition 5, P004 Definition 3; package recipe names
// the papers) is a disjunction over senders of a conjunction over receivers, under a quantifier
// over the message. It is never built. Instead, everything about a message that depends only on its
// sender is enumerated first. A *message* is a send command together with the channel, the data and
// the predicate that the current locals of the sender give it. Sender states that give the same
// message share one. For one message,
//
//	sender part  ∧  ⋀ over the other agents (takes part ∨ not connected ∨ not targeted ∨ not ready)
//
// is a conjunction of parts over disjoint variables. If the bits of an agent are kept together, the
// size of the conjunction is the sum of the sizes of the parts. An agent that cannot change adds
// only a condition on its current bits. Bits that no part changes do not occur, and no image
// touches them. Point-to-point exchanges have one interaction for each pair of a get and a supply.
//
// Before the encoding, a flow analysis ([Flow]) finds the values that each local can have, and the
// commands that can never be executed. Locals with one value become constants, and domains become
// smaller. This changes only the encoding. Counts and states are about all declared locals.
//
// Package mc encodes the systems that it checks by itself. Call [Encode] to explore a system in
// another way.
package symbolic
