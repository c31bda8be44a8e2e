// Package rcheck reads R-CHECK models and their LTOL properties. From the text of a model in either
// dialect, it makes a [recipe.System] and one [ltol.Formula] for each property. Package recipe
// executes the system, and recipe/symbolic encodes it.
//
// [Parse] does everything. It has three phases. Each phase also runs after errors in an earlier
// one, so that all errors of a file are reported at once:
//
//  1. the scanner and the parser build the syntax tree (ast);
//  2. package types makes an immutable typed tree, and reports all other mistakes;
//  3. package lower converts the typed formulas into LTOL over numbered propositions. This phase
//     cannot fail.
//
// Diagnostics have stable codes, which diag/codes.md documents.
//
// The language is defined in
//
//   - P000: Abd Alrahman, Azzopardi, Di Stefano, Piterman, Language support for verifying
//     reconfigurable interacting systems, STTT 25 (2023), doi:10.1007/s10009-023-00729-8;
//   - P001: Abd Alrahman, Piterman, Modelling and verification of reconfigurable multi-agent systems,
//     JAAMAS 35 (2021), doi:10.1007/s10458-021-09521-x, for LTOL (section 7);
//   - P004: Attributed Point-to-Point Communication in R-CHECK, for get and supply (section 3).
//
// The package also accepts the older and the current syntax of the published R-CHECK tool. It adds
// constants, replication, fairness and named properties.
package rcheck
