// Package bdd represents sets and relations over finite-domain variables by binary decision
// diagrams, and computes with them under limits.
//
// # Variables
//
// A [Layout] declares the variables. Each takes the codes 0..size-1, which are written in binary,
// and has two copies: the current one describes a state, the next one a successor. The copies are
// interleaved bit by bit, so that a step which changes little is a small diagram.
//
//	var l bdd.Layout
//	x := l.Add("x", 5)
//	m, err := bdd.New(&l, bdd.Options{MaxNodes: 10_000_000})
//
// # Functions
//
// A [Node] is a Boolean function of the bits of both copies; over current copies it is a set of
// states. Equal functions of one [Manager] are equal nodes, so that == decides whether a fixpoint
// is reached. Predicates on variables are the bricks ([Calculator.Eq], [VarID.OneOf],
// [VarID.Equals], [VarID.Valid]), integer arithmetic on bit vectors builds larger ones
// ([Vec]), and the Boolean operations join them. Bits can spell codes which are not below a
// variable's size; where that matters, conjoin [VarID.Valid].
//
// # Relations
//
// A [Relation] is a set of steps that names the variables it changes and leaves all others as they
// are. [Relation.Image] and [Relation.PreImage] conjoin, quantify and rename in one pass over
// the bits that change; the rest of a set passes through. A model with many small relations, each
// about few variables, is explored much faster than one with a large one.
//
// Many relations together make a [Closure]. [Closure.Image] takes one step by any of them,
// for a search in layers; [Closure.Forward] and [Closure.Backward] take as many steps as
// there are, inside a bound if one is given, which is the fastest way to what is reachable.
//
// # Scopes
//
// Operations are done in a [Scope], which holds their results until it is closed and stops them
// when its context ends. Garbage is collected at the start of operations, in closures also within:
// what an open scope or a [Manager.Keep] holds stays. A loop resets its scope to what the next
// round needs, a function opens a child and returns its result to the parent:
//
//	func reachable(s *bdd.Scope, r *bdd.Relation, set bdd.Node) (bdd.Node, error) {
//		c := s.NewScope().Calculator()
//		defer c.Close()
//		for {
//			before := set
//			if set = c.Or(set, r.Image(c, set)); set == before || c.Err() != nil {
//				return c.Return(set)
//			}
//			c.Reset(set)
//		}
//	}
//
// # Calculators
//
// A [Calculator] works in a scope. Operations on nodes are its methods; those of variables,
// relations and other objects are given it. They return nodes only, so that they can be written as
// one expression; the first error sticks and comes with the result.
// [Manager.Calculator] needs nothing else (see the example of Calculator, a puzzle).
//
// # Limits
//
// Every operation can fail with [ErrNodeLimit], [ErrMemoryLimit] or the context's error, wrapped
// with what was going on. That is an ordinary value: the manager is as usable as before, and
// everything that was held is still there. Before a limit fails an operation, garbage is collected
// and the operation tried once more. The node that comes with an error is False and means nothing.
//
// # Orders
//
// The size of diagrams depends on the order of the bits. It is the order of declaration unless
// [Options.Order] gives another. [Manager.Reorder] looks for a better one, [Options.AutoReorder]
// lets operations do so when diagrams grow, and [Manager.Order] tells the order found so that it
// can be given back in a later run. A bit's two copies always stay together, the variables of a
// block in [Options.Blocks] too.
//
// # Engines
//
// The native engine honours limits and contexts inside every operation, also while its tables grow,
// while it collects and while it reorders variables. The other one, "rudd", is a published library
// behind the same interface, which serves to check the first. It cannot reorder, and looks at
// limits and contexts between the operations of the library: a single one of those makes all the
// nodes it needs before it fails, so that memory can exceed [Options.MaxBytes] by any amount in it.
// After that the limit holds for the nodes in use, but the memory is not given back before
// [Manager.Close].
//
// [DefaultEngine] is taken where options name none. Programs and tests built with the tag rudd take
// the other one.
//
// Managers share nothing: several goroutines may use one each. One manager must not be used by two
// goroutines at once. There is no engine that goroutines share, because its tables would have to be
// locked or changed by atomic operations, which every single goroutine pays for; bench/ENGINES.md
// has the measurement. Work is divided between managers instead, with copies made by [Manager.Dump]
// and [Scope.Load].
//
// # Sources
//
// The diagrams are those of R. E. Bryant, "Graph-Based Algorithms for Boolean Function
// Manipulation" (IEEE Trans. Computers C-35(8), 1986, doi:10.1109/TC.1986.1676819); images follow
// J. R. Burch et al., "Symbolic Model Checking: 10^20 States and Beyond" (Information and
// Computation 98(2), 1992, doi:10.1016/0890-5401(92)90017-A).
package bdd
