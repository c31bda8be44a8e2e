package conform

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

func (k cut) has(i int) bool {
	w := i/64 - k.base
	return w < 0 || w < len(k.words) && k.words[w]>>(i%64)&1 == 1
}

// newOrder returns the order of entries and those that wait for no other. The error says that
// some wait for each other, or for one that is not there.
func newOrder(entries []Entry) (o order, first []int, err error) {
	o = order{entries, make([][]int, len(entries))}
	waits := make([]int, len(entries))
	for i, e := range entries {
		for _, j := range e.After {
			if j < 0 || j >= len(entries) {
				return o, nil, misuse("%s comes after entry %d, which is not there", e.Place, j)
			}
			o.next[j] = append(o.next[j], i)
		}
		if waits[i] = len(e.After); waits[i] == 0 {
			first = append(first, i)
		}
	}
	met := 0
	for list := slices.Clone(first); len(list) > 0; met++ {
		i := list[len(list)-1]
		list = list[:len(list)-1]
		for _, j := range o.next[i] {
			if waits[j]--; waits[j] == 0 {
				list = append(list, j)
			}
		}
	}
	if met < len(entries) {
		i := slices.IndexFunc(waits, func(n int) bool { return n > 0 })
		return o, nil, fmt.Errorf("%s waits for itself: the order of the entries has a cycle", entries[i].Place)
	}
	return o, first, nil
}

// take makes an entry happen.
func (o order) take(w *way, i int) {
	w.done = w.done.with(i)
	ready := slices.DeleteFunc(slices.Clone(w.ready), func(j int) bool { return j == i })
	for _, j := range o.next[i] {
		if !slices.ContainsFunc(o.entries[j].After, func(k int) bool { return !w.done.has(k) }) {
			ready = append(ready, j)
		}
	}
	slices.Sort(ready)
	w.ready = slices.Compact(ready)
}

// Log moves the belief along a whole log, in every order that respects Entry.After. It calls each,
// if that is not nil, after each layer, with the number of entries that have happened. It returns
// that number: with all entries the model explains the log. Else no order explains one more, and
// next lists the entries, ascending, that could come next in an order that gets so far.
func (t *Tracker) Log(ctx context.Context, entries []Entry, each func(done int) error) (done int, next []int, err error) {
	o, first, err := newOrder(entries)
	if err != nil {
		return 0, nil, err
	}
	t.log = &o
	for _, w := range t.ways {
		w.done, w.ready = cut{}, first
	}
	for ; done < len(entries); done++ {
		if each != nil {
			if err := each(done); err != nil {
				return done, nil, err
			}
		}
		ok, err := t.layer(ctx, &o)
		if err != nil {
			return done, nil, err
		}
		if !ok {
			for _, w := range t.ways {
				next = append(next, w.ready...)
			}
			slices.Sort(next)
			return done, slices.Compact(next), nil
		}
	}
	if each != nil {
		err = each(done)
	}
	return done, nil, err
}

// layer moves the belief along one more entry of each order.
func (t *Tracker) layer(ctx context.Context, o *order) (bool, error) {
	return t.move(ctx, moment{order: o}, func(c *bdd.Calculator, w *way, add func(*way) error) error {
		for _, i := range w.ready {
			err := t.advance(c, w, o.entries[i], func(next *way) error {
				o.take(next, i)
				return add(next)
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}
