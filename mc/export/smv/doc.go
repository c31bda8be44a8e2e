// Package smv translates systems and their properties to the language of NuSMV and nuXmv, so that
// these tools can check what this one does.
//
// The translation follows the embedding of P000 Section 6 (Abd Alrahman, Azzopardi, Di Stefano,
// Piterman, Language support for verifying reconfigurable interacting systems, STTT 25 (2023),
// doi:10.1007/s10009-023-00729-8) for the semantics of package recipe: one step of the SMV model
// for each interaction, and one boolean for each step proposition that a property uses, whose value
// in a state is that of the proposition for the step that entered it (Definition 6). Formulas read
// that value one position later. A state without any interaction, and no other, repeats itself with
// all those booleans false.
//
// It is meant to be as good for those tools as we can make it:
//
//   - what the value-flow analysis of recipe/symbolic finds constant is no
//     variable, domains hold the values found only, commands that never fire
//     are left out, and conditions are folded over what is left (expr.go,
//     decide.go);
//   - variables that nothing reads are left out where properties are exported
//     (cone.go); without properties all are there, so that
//     `print_reachable_states` counts the states of the system;
//   - the relation comes in two forms, of which now one and now the other is
//     faster: one constraint with a disjunct for each interaction, or one
//     constraint for each agent and an input that chooses the interaction
//     (relation.go);
//   - properties that are conjunctions become several specifications, and
//     formulas are rewritten so that their tableau has few variables
//     (formula.go, split.go, start.go).
//
// The phases are: variables from the flow (variables.go); interactions as folded conditions and
// assignments (send.go, exchange.go) by evaluating the system's expressions symbolically (term.go);
// observations on each of them (observe.go); formulas; text (write.go, relation.go,
// writeformula.go).
package smv
