// Package broker is a small publish-subscribe broker, over TCP or over a NATS server, to hold its
// log against a model: broker.rcp is the model, broker.map says what the log means.
package broker

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
)

// A Version is a version of the broker: the correct one, or one with a mistake.
type Version int

const (
	Correct Version = iota
	// DropFull does not send an item to a subscriber that has two on the way.
	DropFull
	// LateJoin sends a subscriber nothing of the first item after it has joined.
	LateJoin
	// Resend sends a subscriber that joins again the last item that it was sent before.
	Resend
)

// Capacity is the number of items on the way to a subscriber, as in the model.
const Capacity = 2

// Subscribers is their number in a run, and in the model.
const Subscribers = 3

// A Link leads to one subscriber, from when it joins until it leaves.
type Link interface {
	Send(text string)
	Close()
}

// A Message is what a subscriber says: "join odd", "join even", "ack", or nothing when it leaves.
type Message struct {
	Name string
	Text string
	From Link
}

// A member is a subscriber that has joined.
type member struct {
	link    Link
	topic   string
	waiting int  // items on the way
	late    bool // for [LateJoin]
}

// A broker is run by one goroutine.
type broker struct {
	version Version
	log     *slog.Logger
	members map[string]*member
	items   map[string]int
	last    map[string]string // the last item sent, by subscriber
	random  *rand.Rand
}

// serve publishes items as long as the context lasts, and takes the messages of subscribers.
func serve(ctx context.Context, version Version, log *slog.Logger, seed uint64, messages <-chan Message) {
	b := &broker{version, log, map[string]*member{}, map[string]int{}, map[string]string{}, rand.New(rand.NewPCG(seed, 99))}
	defer func() {
		for _, m := range b.members {
			m.link.Close()
		}
	}()
	for ctx.Err() == nil {
		select { // messages first
		case m := <-messages:
			b.take(m)
			continue
		default:
		}
		topic := []string{"odd", "even"}[b.random.IntN(2)]
		if len(b.members) == Subscribers && b.publish(topic) {
			continue
		}
		select {
		case <-ctx.Done():
			return
		case m := <-messages:
			b.take(m)
		}
	}
}

func (b *broker) take(m Message) {
	old := b.members[m.Name]
	mine := old != nil && old.link == m.From
	switch {
	case m.Text == "ack":
		if mine {
			old.waiting--
		}
	case m.Text == "":
		if mine {
			b.leave(m.Name)
		}
	default:
		if old != nil {
			b.leave(m.Name)
		}
		topic := m.Text[len("join "):]
		b.log.Info(m.Text, "sub", m.Name, "item", b.items[topic]%4)
		b.members[m.Name] = &member{link: m.From, topic: topic, late: b.version == LateJoin}
		if last := b.last[m.Name]; b.version == Resend && last != "" {
			m.From.Send(last)
		}
	}
}

func (b *broker) leave(name string) {
	b.log.Info("leave", "sub", name)
	b.members[name].link.Close()
	delete(b.members, name)
}

// publish publishes the next item of a topic, unless a subscriber is full.
func (b *broker) publish(topic string) bool {
	to := []string{}
	for name, m := range b.members {
		if m.topic != topic {
			continue
		}
		if m.waiting >= Capacity && b.version != DropFull {
			return false
		}
		if !m.late {
			to = append(to, name)
		}
		m.late = false
	}
	slices.Sort(to)
	item := b.items[topic]
	b.items[topic]++
	b.log.Info("publish", "topic", topic, "item", item%4, "to", to)
	for _, name := range to {
		m := b.members[name]
		if m.waiting >= Capacity {
			continue // only with DropFull
		}
		m.waiting++
		b.last[name] = fmt.Sprint("item ", item)
		m.link.Send(b.last[name])
	}
	return true
}
