// Package compare measures this tool and its peers, NuSMV, nuXmv and ABC, on the
// same models and properties, and reports what came out.
//
// A [Plan] says what is asked: a [Question] is one property of a model family
// at one size, all its properties together, or the number of its reachable
// states; a [Configuration] is a tool with its options spelled out. [Runner]
// asks each question of each configuration in a process of its own, under
// limits of time and memory, the configurations in turn, several times over.
// What comes out is a [Session] on one machine; [Results] holds sessions, is
// written as JSON and CSV, and [Merge] joins those of several runs and
// machines. [WriteReport] makes the report: tables, and pictures by package plot.
//
// The rules that make it fair are few and stand in the report as well:
//
//   - a peer gets the translation of package mc/export/smv, which is meant to be
//     as good for it as we can make it, in either of its two forms, with the
//     property in question alone; the time to translate is not counted;
//   - peers do not look for counterexamples (-dcx), while this tool finds,
//     replays and checks one for each property that it calls violated;
//   - the times are those of whole processes, start included;
//   - what was not answered within the limits says so, and never counts as
//     answered; a configuration that reached a limit is not asked the same
//     about larger sizes;
//   - an answer that differs from another's is an error of the comparison as a
//     whole ([Results.Agreement]).
//
// The files that processes read lie in one scratch directory, under the names
// that the command lines in the results show, so that these can be repeated from
// the top of a checkout.
package compare
