// Package family looks at a system as one member of a family: systems of the same text, in which
// only the number of some agents differs.
//
// [Of] compares the systems of two sizes and finds the classes: agents that can be exchanged, of
// which the larger system has more. All other agents are singles; every size has the same ones. It
// refuses what is not the same text at both sizes.
//
// [Family.Abstract] makes a system about a few agents of a family, whatever its size: the singles,
// some agents of each class, and room for one or two more that a step may need. All that they can
// point to beside these is one agent for each class, the outside, which stands for everybody else:
// it does nothing by itself, and it has the symbols that are private to the agents that are left
// out. Whether two symbols of the outside are the same one is not known. So each comparison of two
// symbols that may be such asks a Boolean local that nothing constrains, and may be true or false.
// A message on a channel of the outside reaches and blocks agents in the same way.
//
// Package views of the checker explores these systems.
//
// # Sources
//
// P. A. Abdulla, F. Haziza, L. Holík, "Parameterized verification through view abstraction", STTT
// 18 (2016), doi:10.1007/s10009-015-0406-x, for views; A. Pnueli, S. Ruah, L. Zuck, "Automatic
// deductive verification with invisible invariants", TACAS 2001, doi:10.1007/3-540-45319-9_7.
package family
