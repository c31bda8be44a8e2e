package types

import "github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"

// Options control how a model is read. The zero value is right for most.
type Options struct {
	// Set overrides constants: `const N = 3;` has the value Set["N"] if that is given. A name that the model does not declare is
	// an error.
	Set map[string]int
	// Int, if it is set, bounds every variable declared `int`. Without it a range has to follow from the model.
	Int *Interval
	// Reading says how far F, G, X and observations reach to the right in formulas.
	Reading parser.ReadingChoice
	Limits  Limits
}

// Interval holds the integers from Lo to Hi, both included.
type Interval struct{ Lo, Hi int }

// Limits bound what a model may grow to before it is given up with a diagnostic. A zero field means its default.
type Limits struct {
	// Expansion is the number of expression nodes, with guards, replicas and quantifiers written out; by default 2 000 000.
	Expansion int
	// Domain is the number of values of one integer type; by default 1 048 576.
	Domain int
	// Replicas is the number of members of one replicated name; by default 10 000.
	Replicas int
	// Nesting is how deep guards may call each other; by default 200.
	Nesting int
	// Search is the number of partial assignments tried to find an initial state of one agent; by default 1 000 000. Where it is
	// not enough, nothing is said about initial states.
	Search int
	// Errors is the number of errors after which nothing more is looked at; by default [parser.MaxErrors].
	Errors int
	// Flow is the number of expressions evaluated to find out which values can reach which variables; by default 5 000 000. Where
	// it is not enough, every value of its type is taken to reach a variable.
	Flow int
	// Walk is how many steps, for each command, are looked at on a walk that may show that every receive, get and supply has a
	// counterpart; by default 2, none if negative. Where it does not show that, the flow of values is analysed.
	Walk int
	// Apart is the number of labels under conditions in a disjunction, as in `exists k : A . k-hear & k-x = 1`, that are told apart from
	// where the labels stand elsewhere in a formula; by default 4, none if negative. More become one proposition: automata would not
	// hold what is the same.
	Apart int
}

func (l Limits) orDefaults() Limits {
	for _, f := range []struct {
		field *int
		value int
	}{
		{&l.Expansion, 2_000_000}, {&l.Domain, 1 << 20}, {&l.Replicas, 10_000}, {&l.Nesting, 200}, {&l.Search, 1_000_000},
		{&l.Flow, 5_000_000}, {&l.Errors, parser.MaxErrors},
	} {
		if *f.field <= 0 {
			*f.field = f.value
		}
	}
	if l.Walk == 0 {
		l.Walk = 2
	}
	if l.Apart == 0 {
		l.Apart = 4
	}
	return l
}
