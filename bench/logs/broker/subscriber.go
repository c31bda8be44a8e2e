package broker

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
)

// A Transport connects subscribers with the broker.
type Transport interface {
	// Messages are those of all subscribers, for the broker.
	Messages() <-chan Message
	// Connect is the side of a subscriber. It ends with the context.
	Connect(ctx context.Context, name string) (Connection, error)
	Close()
}

// A Connection is the side of a subscriber.
type Connection interface {
	Send(text string) error
	Receive() (string, error)
	Close()
}

// Run runs the broker with subscribers that come and go, as long as the context lasts. Choices
// follow the seed.
func Run(ctx context.Context, t Transport, version Version, log *slog.Logger, seed uint64) {
	done := make(chan struct{})
	for i := range Subscribers {
		s := &subscriber{fmt.Sprint("sub", i+1), log, rand.New(rand.NewPCG(seed, uint64(i)))}
		go func() {
			defer func() { done <- struct{}{} }()
			for ctx.Err() == nil {
				s.session(ctx, t)
			}
		}()
	}
	serve(ctx, version, log, seed, t.Messages())
	t.Close()
	for range Subscribers {
		<-done
	}
}

// A subscriber joins a topic, takes items, and leaves without a word.
type subscriber struct {
	name   string
	log    *slog.Logger
	random *rand.Rand
}

func (s *subscriber) session(ctx context.Context, t Transport) {
	c, err := t.Connect(ctx, s.name)
	if err != nil {
		return
	}
	defer c.Close()
	if c.Send([]string{"join odd", "join even"}[s.random.IntN(2)]) != nil {
		return
	}
	for range s.random.IntN(40) {
		text, err := c.Receive()
		if err != nil {
			return
		}
		var item int
		if _, err := fmt.Sscanf(text, "item %d", &item); err != nil {
			return
		}
		s.log.Info("got", "sub", s.name, "item", item%4)
		if s.random.IntN(20) == 0 {
			return // before the broker knows that the item has arrived
		}
		if c.Send("ack") != nil {
			return
		}
	}
}
