// Package ispl reads models in ISPL, the language of the model checker MCMAS, as version 1.3.0 of
// MCMAS defines it (Lomuscio, Qu, Raimondi, "MCMAS: an open-source model checker for the
// verification of multi-agent systems", STTT 19(1), 2017, doi:10.1007/s10009-015-0378-x).
//
// There are four phases. Each reports all the mistakes that it finds:
//
//  1. scan.go divides the text into tokens.
//  2. parse.go and the other files named parse build the syntax tree of tree.go. After a mistake in a
//     declaration, the parser continues with the next one.
//  3. resolve.go and the other files named resolve check names and types. They make an
//     [interpreted.System], and [ltol.StateFormula] trees over its propositions. The result has
//     no parentheses, names or two-letter operators any more.
//  4. vet.go warns about text that is allowed, but hardly intended.
//
// [PrintFile] writes a syntax tree in a canonical layout, with its comments. Package mc/joint
// checks the [Program] that [Parse] returns.
package ispl
