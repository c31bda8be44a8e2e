package mc

// WithEarlySlices divides regions after one round.
func WithEarlySlices() Option { return func(s *settings) { s.rounds = 1 } }

// WithSmallRings looks for loops explicitly where it can.
func WithSmallRings() Option { return func(s *settings) { s.maxRing = 1 } }
