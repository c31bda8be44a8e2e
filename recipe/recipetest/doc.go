// Package recipetest generates small random systems and propositions about them, for tests that
// compare two implementations of the semantics. Only tests import it. It is not internal to recipe,
// because tests of mc use it, too.
//
// Most generated systems can take many steps: channels are few, many guards are true, and most
// values fit. Still, every rule of the step semantics occurs: data that is not carried, identifiers
// that are not relabelled, updates that leave their range, zero divisors, several enabled receives
// in one agent, and channel variables that hold the broadcast channel.
//
// A generated system is a function of the numbers drawn from a [Source]. Smaller numbers give
// simpler systems, so that package rapid can shrink a system.
package recipetest
