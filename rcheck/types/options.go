package types

import "github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"

// Options control how a model is read. The zero value is right for most.
type Options struct {
	// Set replaces the values of constants: with Set["N"], the constant of `const N = 3;` has that
	// value. A name that the model does not declare is an error.
	Set map[string]int
	// Int, if it is not nil, is the range of every variable declared `int`. Otherwise the range
	// must follow from the model.
	Int *Interval
	// Reading says how far F, G, X and observations reach to the right in formulas.
	Reading parser.ReadingChoice
	Limits  Limits
}

// Interval holds the integers from Lo to Hi, both included.
type Interval struct{ Lo, Hi int }

// Limits bound the size of a model. If a model exceeds a limit, a diagnostic says so. A field that
// is zero has its default.
type Limits struct {
	// Expansion is the number of expression nodes, with guards, replicas and quantifiers written
	// out; by default 2 000 000.
	Expansion int
	// Domain is the number of values of one integer type; by default 1 048 576.
	Domain int
	// Replicas is the number of members of one replicated name; by default 10 000.
	Replicas int
	// Nesting is how deep guards may call each other; by default 200.
	Nesting int
	// Search is the number of partial assignments that are tried to find an initial state of one
	// agent; by default 1 000 000. If this is not enough, nothing is reported about initial states.
	Search int
	// Starts is the number of combinations of initial values with which a new agent may begin, in one
	// spawn; by default 256.
	Starts int
	// Errors is the number of errors after which the work ends; by default [parser.MaxErrors].
	Errors int
	// Outside is the number of commands of agents outside of an open system; by default 4096.
	Outside int
	// Kinds is the number of combinations of values of property identifiers that messages from
	// outside tell apart; by default 8.
	Kinds int
	// Flow is the number of expressions that are evaluated to find out which values can reach which
	// variables; by default 5 000 000. If this is not enough, the checker assumes that every value
	// of its type can reach a variable.
	Flow int
	// Walk is the number of steps that a walk through the system looks at for each receive, get and
	// supply of the text; by default 8, none if negative. The walk may show that each of them has a
	// counterpart. If it does not, the flow of values is analysed. The number of agents does not
	// count: a step of many agents takes longer, and instances of one type share their commands.
	Walk int
	// Apart limits the labels with conditions in a disjunction, as in `exists k : A . k-hear & k-x
	// = 1`; by default 4, none if negative. Up to this number, each label is a proposition of its
	// own, so that it is the same proposition elsewhere in a formula. More labels become one
	// proposition, because automata with so many propositions are too large.
	Apart int
}

func (l Limits) orDefaults() Limits {
	for _, f := range []struct {
		field *int
		value int
	}{
		{&l.Expansion, 2_000_000}, {&l.Domain, 1 << 20}, {&l.Replicas, 10_000}, {&l.Nesting, 200}, {&l.Search, 1_000_000}, {&l.Starts, 256},
		{&l.Flow, 5_000_000}, {&l.Outside, 4096}, {&l.Kinds, 8}, {&l.Errors, parser.MaxErrors},
	} {
		if *f.field <= 0 {
			*f.field = f.value
		}
	}
	if l.Walk == 0 {
		l.Walk = 8
	}
	if l.Apart == 0 {
		l.Apart = 4
	}
	return l
}
