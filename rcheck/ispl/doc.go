// Package ispl reads models in ISPL, the language of the model checker MCMAS (Lomuscio, Qu, Raimondi, "MCMAS: an open-source
// model checker for the verification of multi-agent systems", STTT 19(1), 2017, doi:10.1007/s10009-015-0378-x), as its version
// 1.3.0 defines it.
//
// A model goes through these phases, each of which reports all the mistakes it finds:
//
//  1. scan.go divides the text into tokens.
//  2. parse.go and the files beside it build the syntax tree of tree.go. A mistake in a declaration hides none in the next.
//  3. resolve.go and the files beside it check names and types and make an [interpreted.System], with the formulas as
//     [ltol.StateFormula] trees over its propositions. That tree is complete and has only what is meant: parentheses, names and
//     the two-letter operators are gone.
//  4. vet.go looks at a resolved model for what is allowed but hardly meant.
//
// [PrintFile] writes a syntax tree in a canonical layout, with its comments. Package mc/joint
// checks the [Program] that [Parse] returns.
package ispl
