package compare

import (
	"fmt"
	"strings"
)

// The names of the tools, as command lines show them.
const (
	Ours  = "rcheck-bdd"
	NuSMV = "NuSMV"
	NuXmv = "nuXmv"
	ABC   = "berkeley-abc"
)

// A Source is what a configuration's tool reads.
type Source string

// The sources.
const (
	Model       Source = "model"       // the file of the family
	Disjunctive Source = "disjunctive" // its translation by mc/export/smv, smv.Disjunctive
	Partitioned Source = "partitioned" // the same, smv.Partitioned
	Circuit     Source = "circuit"     // its translation by mc/export/aiger
)

// A Configuration is a tool with its options.
type Configuration struct {
	Name   string `json:"name"`
	Tool   string `json:"tool"`
	Source Source `json:"source"`
	// Arguments come first on the command line.
	Arguments []string `json:"arguments"`
	// Script, if there is one, is a file of commands for -source; CHECK in
	// it stands for the command that answers the question. For [ABC] it is that
	// command.
	Script []string `json:"script,omitempty"`
	// Kinds are the questions that it can be asked.
	Kinds []Kind `json:"kinds"`
	// About says in a few words what is special.
	About string `json:"about"`
}

// checkCommand stands for a command in a script.
const checkCommand = "CHECK"

// BaselineName is the configuration that others are compared with.
const BaselineName = "native"

// raisedCache lets the tables of CUDD, the package of decision diagrams in
// NuSMV and nuXmv, grow. There is no option for the command line; these
// parameters, named as print_bdd_stats prints them, are applied by
// set_bdd_parameters. Stock are 699 050 entries of the operation cache at most,
// and fast growth of the table of nodes up to 419 430 (NuSMV 2.5.4 without a
// limit on its data segment).
var raisedCache = []string{
	"set on_failure_script_quits",
	`set "BDD.Hard limit for cache size" 16777216`,
	`set "BDD.Limit for fast unique table growth" 16777216`,
	"set_bdd_parameters",
	"go",
	checkCommand,
	"quit",
}

// ic3 is the script for nuXmv's IC3 with k-liveness. The models are finite,
// where that needs the boolean model.
var ic3 = []string{
	"set on_failure_script_quits",
	"go_msat",
	"build_boolean_model",
	checkCommand + "_ic3",
	"quit",
}

// Configurations are all configurations there are, in the order of reports,
// this tool's first.
func Configurations() []Configuration {
	verdicts := []Kind{OneProperty, AllProperties}
	ours := func(name, engine, symmetry, about string) Configuration {
		return Configuration{
			Name: name, Tool: Ours, Source: Model, Kinds: kinds, About: about,
			Arguments: []string{"check", "--quiet", "--warnings=none", "--json=-", "--engine=" + engine, "--symmetry=" + symmetry},
		}
	}
	out := []Configuration{
		ours(BaselineName, "native", "auto", "as it comes: own kernel, conjuncts that differ by exchanging agents checked once"),
		ours("native-plain", "native", "off", "own kernel, no use of symmetry"),
		ours("native-orbits", "native", "orbits", "states one by one, up to exchanging agents"),
		ours("rudd", "rudd", "auto", "the rudd library in place of the own kernel"),
	}
	for _, tool := range []string{NuSMV, NuXmv} {
		peer := func(suffix string, source Source, about string, of []Kind, options ...string) Configuration {
			name := strings.ToLower(tool)
			if suffix != "" {
				name += "-" + suffix
			}
			return Configuration{Name: name, Tool: tool, Source: source, Kinds: of, About: about, Arguments: append([]string{"-dcx"}, options...)}
		}
		cache := peer("cache", Disjunctive, "larger tables of the diagrams", kinds)
		cache.Script = raisedCache
		out = append(out,
			peer("", Disjunctive, "as it comes", kinds),
			peer("dynamic", Disjunctive, "variables reordered on the way", kinds, "-dynamic"),
			peer("df", Disjunctive, "no reachable states beforehand", verdicts, "-df"),
			peer("flt", Disjunctive, "reachable states with the tableau of the formula", verdicts, "-flt"),
			peer("coi", Disjunctive, "cone of influence of the property", verdicts, "-coi"),
			cache,
			peer("partitioned", Partitioned, "the other form of the translation", kinds),
			peer("partitioned-dynamic", Partitioned, "the other form, variables reordered on the way", kinds, "-dynamic"),
			peer("partitioned-flt", Partitioned, "the other form, reachable states with the tableau", verdicts, "-flt"),
		)
		if tool == NuXmv {
			out = append(out, Configuration{
				Name: "nuxmv-ic3", Tool: NuXmv, Source: Disjunctive, Kinds: verdicts,
				About: "IC3 with k-liveness, no decision diagrams", Script: ic3,
			})
		}
	}
	abc := func(command, about string) Configuration {
		return Configuration{
			Name: "abc-" + command, Tool: ABC, Source: Circuit, Kinds: []Kind{OneProperty}, About: about, Arguments: []string{"-c"}, Script: []string{command},
		}
	}
	return append(out,
		abc("pdr", "property directed reachability (IC3), after the translation of liveness to safety"),
		abc("bmc3", "bounded checking by SAT, which proves nothing, after the same translation"))
}

// options describes what the configuration does, for tables.
func (c *Configuration) options() string {
	text := strings.Join(c.Arguments, " ")
	switch c.Source {
	case Disjunctive, Partitioned:
		export := "export smv"
		if c.Tool == NuXmv {
			export += " --dialect=nuxmv"
		}
		text = strings.TrimSpace(fmt.Sprintf("%s on %s --relation=%s", text, export, c.Source))
	case Circuit:
		return fmt.Sprintf("%s on export aiger --binary --dialect=abc", c.Script[0])
	}
	if len(c.Script) > 0 {
		text += ", with the script below"
	}
	return text
}
