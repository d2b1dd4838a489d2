package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/spf13/cobra"
)

// toolVersion is the version of this program; the release sets it here and
// nowhere else.
const toolVersion = "0.1.0-dev"

// builtAt returns the commit that this program was built at; empty: go did not say, or
// the files were not those of the commit.
func builtAt() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	is := map[string]string{}
	for _, s := range info.Settings {
		is[s.Key] = s.Value
	}
	if is["vcs"] != "git" || is["vcs.modified"] != "false" {
		return ""
	}
	return is["vcs.revision"]
}

func versionVerb(p *process.Process) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  ringfence version",
		Args:    arguments(0, 0, "argument"),
		RunE:    func(*cobra.Command, []string) error { return writeVersion(p) },
	}
}

func writeVersion(p *process.Process) error {
	_, err := fmt.Fprintf(p.Stdout, "ringfence %s (report version %d, %s %s/%s)\n", toolVersion, report.Version, runtime.Version(),
		runtime.GOOS, runtime.GOARCH)
	return err
}
