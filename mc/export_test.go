package mc

// WithEarlySlices divides regions after one round.
func WithEarlySlices() Option { return func(s *settings) { s.search.Rounds = 1 } }

// WithSmallRings looks for loops explicitly where it can.
func WithSmallRings() Option { return func(s *settings) { s.search.MaxRing = 1 } }
