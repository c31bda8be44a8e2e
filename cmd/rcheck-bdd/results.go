package main

import (
	"errors"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
)

// resultOf is a result of the checker as it is reported.
func resultOf(r *mc.Result) report.Result {
	out := report.Result{
		Index:       r.Property.Index,
		Name:        r.Property.Name,
		Formula:     r.Property.Text,
		Position:    r.Property.Pos.String(),
		Verdict:     r.Verdict.String(),
		Reason:      withAdvice(r.Reason, r.Err),
		Seconds:     r.Seconds,
		Trace:       r.Trace,
		Certificate: propertyCertificateOf(r),
		Stats: &report.PropertyStats{
			AutomatonStates: r.Stats.AutomatonStates,
			AutomatonEdges:  r.Stats.AutomatonEdges,
			AcceptanceSets:  r.Stats.AcceptanceSets,
			Obligations:     r.Stats.Obligations,
			Strength:        r.Stats.Strength.String(),
			Interactions:    r.Stats.Interactions,
			Images:          r.Stats.Images,
			Rounds:          r.Stats.Rounds,
			ProductNodes:    r.Stats.ProductNodes,
			Orbits:          r.Stats.Orbits,
			Clauses:         r.Stats.Clauses,
			InvariantNodes:  r.Stats.InvariantNodes,
		},
	}
	if r.Verdict == mc.Holds {
		out.Trace, out.Witness = nil, r.Trace
	}
	return out
}

// certificateOf is what was compared, as it is reported; nil if nothing was.
func certificateOf(c *mc.Certificate) *report.Certificate {
	if *c == (mc.Certificate{}) {
		return nil
	}
	return (*report.Certificate)(c)
}

// propertyCertificateOf is what a property was tested on, as it is reported; nil if there is
// nothing to say.
func propertyCertificateOf(r *mc.Result) *report.PropertyCertificate {
	if r.Property.State == nil && r.Verdict != mc.Holds || r.Property.State != nil && r.Certificate == (mc.PropertyCertificate{}) {
		return nil
	}
	return (*report.PropertyCertificate)(&r.Certificate)
}

// withAdvice is the reason why something is unknown, with what may help against the limit behind
// it.
func withAdvice(reason string, limit error) string {
	switch {
	case errors.Is(limit, bdd.ErrNodeLimit):
		return reason + "; a larger --max-nodes, or another --order, may help"
	case errors.Is(limit, mc.ErrShare):
		return reason + "; --warnings=all searches to the end"
	case errors.Is(limit, bdd.ErrMemoryLimit):
		return reason + "; a larger --max-mem, or another --order, may help"
	}
	return reason
}

// statsOf are the figures of a system as they are reported.
func statsOf(s *mc.SystemStats, engine string) *report.Stats {
	out := &report.Stats{
		Interactions: s.Interactions,
		Variables:    s.Variables,
		Images:       s.Images,
		Steps:        s.Steps,
		PeakNodes:    s.Engine.Peak,
		MemoryBytes:  s.Engine.PeakBytes,
		Engine:       engine,
		Encode:       report.Duration{Seconds: s.EncodeSeconds},
		Reach:        report.Duration{Seconds: s.Seconds},
	}
	if s.Reached {
		out.ReachableStates, out.DeadlockStates = s.States.String(), s.Deadlocks.String()
		out.Layers, out.ReachableNodes, out.Orbits = s.Layers, s.ReachableNodes, s.Orbits
	}
	return out
}

// isInternal reports whether an error is the checker's own fault.
func isInternal(err error) bool { return errors.Is(err, mc.ErrInternal) }
