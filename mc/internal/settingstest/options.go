// Package settingstest has options of package mc that only tests give.
package settingstest

import "github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"

// WithThresholds sets the numbers that decide how a check works.
func WithThresholds(t settings.Thresholds) func(*settings.Settings) {
	return func(s *settings.Settings) { s.Thresholds = t }
}

// WithSampling sets how orders of variables are compared. The zero value compares nothing.
func WithSampling(size settings.Sampling) func(*settings.Settings) {
	return func(s *settings.Settings) { s.Sampling = size }
}
