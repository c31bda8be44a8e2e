package interrupt_test

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
)

// Work deep below the entry point ends with the context.
func ExampleWatch() {
	deep := func(w *interrupt.Watch) {
		for {
			w.Step()
		}
	}
	work := func(ctx context.Context) (err error) {
		defer interrupt.Catch(&err)
		deep(interrupt.New(ctx, "counting"))
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	fmt.Println(work(ctx))
	// Output:
	// interrupted while counting
}
