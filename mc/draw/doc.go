// Package draw turns structure automata, Büchi automata, runs and the question who can talk to whom
// into pictures: SVG that needs no other program, DOT for Graphviz, and text for terminals.
//
// Every SVG goes through a [Scene]: boxes of text and lines between them, with all places computed
// here. Layouts give every text a cell of its own, so that no two texts overlap whatever they say:
//
//   - state diagrams ([Diagram]) stand in layers, with arrows that bend only
//     between them and labels next to the arrows (see layered);
//   - sequence diagrams ([Sequence]) are grids of steps and agents; [Fold] makes them narrow, and
//     [Compare] marks how two of them differ;
//   - the talk of a system ([Talk]) is a table;
//   - [Columns] are runs side by side, with arrows from one to another.
package draw
