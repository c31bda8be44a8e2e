// Package compare measures this tool and its peers, NuSMV, nuXmv and ABC, on the same models and
// properties, and reports what came out.
//
// A [Plan] says what is asked: a [Question] is one property of a model family at one size, all its
// properties together, or the number of its reachable states. A [Configuration] is a tool with its
// options. [Measure] asks each question of each configuration in a process of its own, under limits
// of time and memory, and fills a [Session]. [Report] makes a page of sessions. The page says how
// to read the figures, and which rules make the comparison fair.
//
// The files that processes read lie in one scratch directory, under the names that the command
// lines in the results show. So these can be repeated from the top of a checkout.
package compare
