// Package direct is the meaning of R-CHECK models and LTOL properties once more, slowly, and
// straight from the syntax tree. It is for tests only.
//
// Package rcheck lowers a tree to typed expressions over numbered variables, with constants folded,
// guards written out, and replicas expanded; package recipe and the symbolic encoding both start
// from there, so that a mistake of lowering is a mistake of both. This package shares nothing with
// them but the parser and the tree: values are truth values, numbers and spellings; a name is
// looked up whenever it is evaluated; a guard's parameter is its argument, evaluated where the call
// stands; nothing is typed, numbered, folded or cached. It is written from the language page
// (cmd/rcheck-bdd/doc/language.md), and where it has a choice between two ways it takes another
// than the product: observations are brought into negation normal form, and properties are decided
// by a tableau (Lichtenstein and Pnueli, "Checking that finite state concurrent programs satisfy
// their linear specification", POPL 1985, doi:10.1145/318593.318622) without automata.
//
// A model that package rcheck rejects has no meaning here either; what this package then does is
// not specified, except that its exported functions return and do not panic.
package direct
