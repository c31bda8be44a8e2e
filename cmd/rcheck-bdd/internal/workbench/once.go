package workbench

import "context"

// once makes a value when somebody first asks for it. One caller makes it and the others wait, each
// until its own context ends. If the one that makes it fails, because its context has ended, the
// next one begins anew. So nobody waits for the work of others longer than its context allows.
type once[T any] struct {
	busy  chan struct{} // has an element while a caller makes the value or looks at it
	made  chan struct{} // closed once the value is there
	value T             // constant from then on
}

func newOnce[T any]() once[T] {
	return once[T]{busy: make(chan struct{}, 1), made: make(chan struct{})}
}

// get is the value, which is made if it is not there. The error is that of make, or of ctx.
func (o *once[T]) get(ctx context.Context, make func() (T, error)) (T, error) {
	select {
	case <-o.made:
		return o.value, nil
	default:
	}
	var none T
	select {
	case <-o.made:
		return o.value, nil
	case <-ctx.Done():
		return none, ctx.Err()
	case o.busy <- struct{}{}:
	}
	defer func() { <-o.busy }()
	select {
	case <-o.made: // while this caller waited
		return o.value, nil
	default:
	}
	value, err := make()
	if err != nil {
		return none, err
	}
	o.value = value
	close(o.made)
	return value, nil
}
