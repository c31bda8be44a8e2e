package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
)

// linkedVersion and linkedCommit are set by builds of releases: -ldflags "-X
// main.linkedVersion=v1.2.3".
var linkedVersion, linkedCommit string

// version is the version of the program: the one given at the build, or what Go recorded of the
// module.
func version() string {
	if linkedVersion != "" {
		return linkedVersion
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// tool names the program in documents.
func tool() report.Tool { return report.Tool{Name: programName, Version: version()} }

func versionCommand() *cli.Command {
	return &cli.Command{
		Name:  "version",
		Short: "Print the version",
		Run: func(_ context.Context, env *cli.Env, args []string) error {
			if len(args) > 0 {
				return cli.Usage("version takes no arguments")
			}
			fmt.Fprintln(env.Stdout, versionText())
			return nil
		},
	}
}

// versionText is what `version` and --version print: the version, the commit it was built from if
// that is known, and the platform.
func versionText() string {
	commit := linkedCommit
	if info, ok := debug.ReadBuildInfo(); ok && commit == "" {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				commit = s.Value
			}
		}
	}
	if commit != "" {
		commit = "commit " + commit + ", "
	}
	return fmt.Sprintf("%s %s (%s%s, %s/%s)", programName, version(), commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// programName is what the program is called in its own texts, however it was started.
const programName = "rcheck-bdd"
