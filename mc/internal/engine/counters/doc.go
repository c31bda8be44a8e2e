// Package counters decides properties of a family of systems at all sizes by counting: of each
// local state of a class it is known whether no agent is in it, one is, or many are, at least two.
//
// The agents that a property speaks of are tracked: their states are known, as those of the
// singles. The others are counted. A state of the space has the locals of singles and tracked
// agents, in which symbols of counted agents are outside, and the counters. A step goes like this:
//
//  1. The initiator, and the supplier if there is one, leave their local states if they are counted. A
//     counter that is many is many or 1 after that.
//  2. Each local state in which there still is an agent splits: its agents react to the message, each in
//     one of the ways in which one agent in this state can react. Of many agents, 0, 1 or many go each way.
//     A state in which an agent would have to block lets no step happen.
//  3. What arrives in a state is added up.
//
// How one agent can react to a message of another one is taken from views (package views), which
// have one agent of each class beside those that are tracked. So what holds of symbols of counted
// agents in all views is known in the counters, too.
//
// Each run of a system with enough agents is a run of the space. It satisfies one more condition:
// if agents leave a local state again and again, agents enter it again and again, as their number
// is finite. See [Space.Finite].
//
// # Sources
//
// A. Pnueli, J. Xu, L. Zuck, "Liveness with (0,1,infinity)-counter abstraction", CAV 2002,
// doi:10.1007/3-540-45657-0_9; E. Clarke, M. Talupur, H. Veith, "Environment abstraction for
// parameterized verification", VMCAI 2006, doi:10.1007/11609773_9.
package counters
