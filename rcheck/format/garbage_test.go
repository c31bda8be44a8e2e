package format_test

// Tests leave much garbage and little that stays: this package lets collections come later. They
// take a fifth less CPU time.
import _ "github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
