package symbolic

import (
	"context"
	"math"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Encode builds the symbolic model of a system that passes its Check. Encode keeps the limits of
// the context and of the manager. Their errors are wrapped with the phase. The caller closes the
// model.
func Encode(ctx context.Context, sys *recipe.System, o Options) (*Model, error) {
	m, err := tried(ctx, sys, o)
	if err == nil {
		m.most, m.owner = math.MaxInt, nil
		m.Manager.SetPoll(nil)
	}
	return m, err
}

// tried encodes in the order that is given, or in the best of those that are tried.
func tried(ctx context.Context, sys *recipe.System, o Options) (*Model, error) {
	if err := encodable(ctx, sys); err != nil {
		return nil, err
	}
	if o.Values == nil {
		values, err := Analyse(ctx, sys, o.Flow)
		if err != nil {
			return nil, err
		}
		o.Values = values
	}
	if len(o.Order) > 0 || o.NoTrials {
		return encode(ctx, sys, o.Values, o, math.MaxInt)
	}
	first := declared(sys, o.Values, o)
	if first.wideBits > 0 {
		if m := (&trials{first}).tryStaggers(ctx, o); m != nil {
			return m, nil
		}
		first.stagger = first.thresholds.WideStagger
		o.Order = first.names(first.vars)
	}
	m, err := encode(ctx, sys, o.Values, o, math.MaxInt)
	if err != nil {
		return nil, err
	}
	m.stagger = first.stagger
	return (&trials{m}).tryOrders(ctx, o)
}
