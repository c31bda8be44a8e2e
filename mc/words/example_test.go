package words_test

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/words"
)

func ExampleSatisfiable() {
	p, q := ltol.Prop(ltol.Atom{ID: 0}), ltol.Prop(ltol.Atom{ID: 1})
	until := ltol.Until(p, q)
	w, err := words.Satisfiable(context.Background(), until, words.Options{})
	fmt.Println(w, err)
	w, err = words.Satisfiable(context.Background(), ltol.And(until, ltol.Globally(ltol.Not(q))), words.Options{})
	fmt.Println(w, err)
	// Output:
	// s1; cycle{true} <nil>
	// none <nil>
}
