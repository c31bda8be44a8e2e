// Package recipetest generates small random systems and propositions about
// them, for tests that compare two implementations of the semantics. It is
// imported by tests only; those of mc are among them, which is why it is not internal to recipe.
//
// The generator is biased so that systems are alive: channels are few, many
// guards are true, most values fit. Still every rule of the step semantics
// has its chance: data that is not carried, identifiers that are not
// relabelled, updates that leave their range, zero divisors, several enabled
// receives in one agent, channel variables that hold the broadcast channel.
//
// A generated system is a function of the numbers drawn from a [Source], the
// smaller the simpler, so that package rapid can shrink it.
package recipetest
