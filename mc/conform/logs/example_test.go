package logs_test

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/mc/conform"
	"github.com/rcheck-bdd/rcheck-bdd/mc/conform/logs"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A log of a door that may only be closed after it has been opened.
func ExampleBinder() {
	b := recipe.NewBuilder()
	door := b.Agent("door", "Door")
	door.Send(0, 1, b.Broadcast()).Label("open")
	door.Send(1, 0, b.Broadcast()).Label("close")
	sys, err := b.System()
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := logs.ParseMap("door.map", "on opened\n  command door-open\non closed\n  command door-close")
	if err != nil {
		fmt.Println(err)
		return
	}
	binder, err := m.Bind(sys)
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	against, err := conform.New(ctx, sys, conform.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer against.Close()
	tracker, err := against.Start(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	text := `{"event":"opened"}
{"event":"closed"}
{"event":"closed"}`
	reader := logs.NewReader("door.log", strings.NewReader(text), logs.JSONLines, logs.Limits{})
	for {
		record, err := reader.Next()
		if err == io.EOF {
			return
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		entry, _, err := binder.Entry(record)
		if err != nil {
			fmt.Println(err)
			return
		}
		possible, err := tracker.Step(ctx, entry)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(entry.Place, possible)
	}
	// Output:
	// door.log:1 true
	// door.log:2 true
	// door.log:3 false
}
