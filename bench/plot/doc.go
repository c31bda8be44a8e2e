// Package plot draws measurements as SVG: points and lines over linear or
// logarithmic axes, in one or several panels with one legend.
//
// A picture is made without anything but this package, is the same for the same
// data, and can be read without colours: each series has a mark of its own and,
// where it is a line, a dash pattern. The colours are those of Okabe and Ito
// (Color Universal Design, 2008) without the yellow, which is hard to see on
// white. Values that are only known to be beyond a limit are drawn on a strip
// along the far side of the panel.
//
// The commands under bench/cmd use it for the figures of their reports; mc/draw draws systems and
// runs.
package plot
