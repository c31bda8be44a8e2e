// Package sizes checks a family of systems at all sizes at once: models in which some constants
// only count agents.
//
// [Check] answers for each property that it holds at all sizes, or the smallest size at which it is
// violated, with a run of the system of that size, or what is known. It joins three things:
//
//   - Views (mc/internal/engine/views) show that a property holds at all sizes that have enough agents.
//     They never show that it is violated.
//   - Counters (mc/internal/engine/counters) show more of what depends on how many agents are in a local state:
//     that some agent is in it, or that all agents get there. They, too, never show that a property is violated.
//   - The checker of package mc decides the smaller sizes one by one, and looks for violations at a few
//     sizes more.
//
// A property is first divided into conjuncts. Of each conjunct that speaks of some agents of a
// class, one is asked for all that differ by an exchange of agents. The agents that it speaks of
// are tracked: they are a part of all views.
//
// The caller says by a [Model] what the system is at a size, and from which size on it is the same
// text: what that means for a model as text, package rcheck knows. That the systems are alike is
// confirmed from the systems themselves (recipe/family), at two sizes and at each size that is not
// checked singly up to the smaller of these.
package sizes
