// Package rcheck gives R-CHECK models and their LTOL properties a meaning: it reads the text of a model in either dialect and
// produces a [recipe.System], which package recipe executes and recipe/symbolic encodes, and one [ltol.Formula] for every property.
//
// [Parse] does everything. Its phases, each of which goes on after the errors of those before, so that all errors of a file are
// reported at once:
//
//  1. scanner and parser build the syntax tree (ast);
//  2. package types gives it a meaning, an immutable typed tree, and says all there is to say about mistakes;
//  3. package lower turns the typed formulas into LTOL over numbered propositions. Nothing can fail there.
//
// Diagnostics have stable codes, documented in diag/codes.md.
//
// The language is that of
//
//   - P000: Abd Alrahman, Azzopardi, Di Stefano, Piterman, Language support for verifying reconfigurable interacting systems, STTT 25
//     (2023), doi:10.1007/s10009-023-00729-8;
//   - P001: Abd Alrahman, Piterman, Modelling and verification of reconfigurable multi-agent systems, JAAMAS 35 (2021),
//     doi:10.1007/s10458-021-09521-x, for LTOL (section 7);
//   - P004: Attributed Point-to-Point Communication in R-CHECK, for get and supply (section 3);
//
// and of the published R-CHECK tool, in its older and its current syntax, with constants, replication, fairness and named properties
// added.
package rcheck
