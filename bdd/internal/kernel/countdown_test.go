package kernel_test

import "context"

// countdown is a context which ends after it has been looked at a number of times.
type countdown struct {
	context.Context
	left int
}

func newCountdown(looks int) *countdown { return &countdown{context.Background(), looks} }

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}
