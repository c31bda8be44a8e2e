package mc

import "context"

// Work is how much the checker has done so far, in steps of diagrams: look-ups
// of results (see [bdd.Manager.Work]), and what orbits cost in these. It is the same in every run.
func (c *Checker) Work() int {
	if c.usable(context.Background()) != nil {
		return 0
	}
	return c.effortInAll()
}

// Within returns a context that ends when the given one does or, with
// [ErrShare] as its error, when the checker has done so many more steps of
// diagrams. Questions that are worth a share of the work only, such as warnings,
// so end at the same place in every run. It is not safe for concurrent use.
func (c *Checker) Within(ctx context.Context, steps int) context.Context {
	if c.usable(ctx) != nil {
		return ctx // the questions will tell
	}
	return &share{Context: ctx, work: c.effortInAll, most: c.effortInAll() + steps}
}

type share struct {
	context.Context
	work func() int
	most int
}

func (s *share) Err() error {
	if err := s.Context.Err(); err != nil {
		return err
	}
	if s.work() > s.most {
		return ErrShare
	}
	return nil
}
