package mc

// WithEarlySlices divides regions after one round.
func WithEarlySlices() Option { return func(s *settings) { s.rounds = 1 } }
