// Package workbench is what editors and the page ask about models: where errors are, what a name
// means, how a text is laid out, which properties hold, what a run looks like. It answers with data
// alone; the caller does the drawing.
//
// A [Document] is one version of a text. It is immutable, and everything about it that takes work
// is done once, when somebody asks. A [Place] in it tells what stands there, renames it
// and completes it. Other questions are functions that take the document, such as [Symbols],
// [Diagnostics] and [Check]. Answers about names rest on the syntax tree, which the parser makes of
// any text, so that they are there while the text has errors; diagnostics and what follows rest on
// the program.
//
// Places are those of the Language Server Protocol: lines, and UTF-16 code units in them. The types
// of answers have the names and the JSON of that protocol where it has them
// (https://microsoft.github.io/language-server-protocol, version 3.17).
package workbench
