// Package branch finds the reachable states in which a state formula holds:
// branching time with path quantifiers over all of LTOL, knowledge of agents
// and groups, and obligations.
//
// Its one idea is labelling, from the inside out (Clarke, Emerson, Sistla,
// 1986, doi:10.1145/5397.5399; for knowledge Lomuscio, Qu, Raimondi, "MCMAS: an
// open-source model checker for the verification of multi-agent systems",
// 2017, doi:10.1007/s10009-015-0378-x, section 3): the states that satisfy a
// subformula are a set, and to the path formulas and operators around it that
// set is an atom. A path quantifier is one search for a fair cycle, an
// epistemic operator the quantification of what an agent does not see, a
// strategic one a fixpoint of what a coalition can bring about in one step.
//
// The relation of the paths is total: a state without any step stutters for
// ever. Under fairness the path quantifiers speak of fair paths, and agents
// know the fairness: the states that knowledge ranges over are the reachable
// ones on fair paths.
//
// [mc.Checker] makes the labellings itself; [New] takes values that only
// this module can make. Other programs import this package to choose an [Ability], to read the
// [Witness] that a checker returns, and to recognise [ErrStrategy].
//
// [mc.Checker]: https://pkg.go.dev/github.com/rcheck-bdd/rcheck-bdd/mc#Checker
package branch
