package compare

import (
	"fmt"
	"slices"
)

// Merge joins results. Sessions stay apart, in the order of their dates; of two
// that began on one machine at the same time the one with more runs remains: it
// is the other one, continued. They must not differ otherwise.
func Merge(all ...*Results) (*Results, error) {
	var sessions []*Session
	for _, r := range all {
		for _, s := range r.Sessions {
			i := slices.IndexFunc(sessions, func(t *Session) bool { return t.Machine == s.Machine && t.Started.Equal(s.Started) })
			if i < 0 {
				sessions = append(sessions, s)
				continue
			}
			if err := s.CanResume(sessions[i]); err != nil {
				return nil, fmt.Errorf("two sessions of %v began at %v, but %w", s.Machine, s.Started, err)
			}
			if s.runs() > sessions[i].runs() {
				sessions[i] = s
			}
		}
	}
	slices.SortStableFunc(sessions, func(a, b *Session) int { return a.Started.Compare(b.Started) })
	return NewResults(sessions...), nil
}

// runs counts the runs of a session.
func (s *Session) runs() int {
	n := 0
	for _, c := range s.Cases {
		n += len(c.Runs)
	}
	return n
}
