// Package multitool runs Microsoft's SARIF multitool over files of ours: the
// validator with the rules of SARIF and of GitHub's code scanning, the schema it
// carries, and its own implementation of GitHub's line hashes. It comes from the
// npm registry by exact version and checksum, and runs with an empty environment
// and a home of its own.
//
// Only tests may import it.
package multitool

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/testkit/npm"
)

const version = "5.7.0"

// packages are the tool for each system; on others there is none.
var packages = map[string]npm.Package{
	"linux/amd64": {
		Name:      "@microsoft/sarif-multitool-linux",
		Version:   version,
		Integrity: "sha512-NxUbpq6ISCWoTQ/NfOYEwEDKq1Heka/rMoJ5R5LMydcAZQX/X7g5mWHcgxDub+0M07LC96tZ5LZHvF1Qy3gjTA==",
	},
	"darwin/amd64": {
		Name:      "@microsoft/sarif-multitool-darwin",
		Version:   version,
		Integrity: "sha512-SstDqFy/LQo2NEoInbTqLDa4nmbHti1luAMc6SSHTYUVAE3B/ehOMEkH6Cl6jzIiwXhmNCcd+dsU/LPuO0YaRA==",
	},
	"windows/amd64": {
		Name:      "@microsoft/sarif-multitool-win32",
		Version:   version,
		Integrity: "sha512-nhXvebkVa3vI1inD1p26P4Hoa3wFHfyHDTDDhJUgsZRK5f7yskf2fjBXWLh3DSVXSjvq4PrihYDC/UuW4F3VgA==",
	},
}

// Tool is a multitool that was fetched.
type Tool struct{ dir string }

// Fetch returns the tool, fetching it on first use (about 40 MB).
func Fetch(ctx context.Context) (Tool, error) {
	p, ok := packages[runtime.GOOS+"/"+runtime.GOARCH]
	if !ok {
		return Tool{}, fmt.Errorf("there is no SARIF multitool for %s on %s", runtime.GOOS, runtime.GOARCH)
	}
	dir, err := npm.Cached(ctx, "sarif-multitool-"+version, func(ctx context.Context, dir string) error {
		scratch, err := os.MkdirTemp(dir, "scratch-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(scratch)
		tarball, err := npm.Pack(ctx, scratch, p)
		if err != nil {
			return err
		}
		if err := npm.Untar(tarball, dir, wanted); err != nil {
			return err
		}
		return os.Chmod(filepath.Join(dir, program()), 0o755)
	})
	return Tool{dir}, err
}

func program() string {
	if runtime.GOOS == "windows" {
		return "Sarif.Multitool.exe"
	}
	return "Sarif.Multitool"
}

// wanted leaves out what only debuggers read.
func wanted(name string) (string, bool) {
	return name, !strings.HasSuffix(name, ".pdb") && !strings.HasSuffix(name, ".xml") && filepath.Ext(name) != ".js"
}

// Schema is the file with the schema of SARIF 2.1.0.
func (t Tool) Schema() string { return filepath.Join(t.dir, "sarif-2.1.0.json") }

// Complaint is one thing the validator says.
type Complaint struct {
	// File is the base name of the file that was validated.
	File string
	// Rule is a rule of the validator (SARIF1002, GH1001).
	Rule string
	// Level is error, warning or note.
	Level string
	// Text holds the place and what is wrong with it.
	Text string
}

// Validate runs the rules for SARIF and for GitHub over files of different base
// names, all in one process.
func (t Tool) Validate(ctx context.Context, files ...string) ([]Complaint, error) {
	scratch, err := os.MkdirTemp("", "multitool-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	out := filepath.Join(scratch, "out.sarif")
	args := append([]string{"validate"}, files...)
	said, err := t.run(
		ctx,
		append(args, "--rule-kind", "Sarif;Ghas", "--level", "Error;Warning;Note", "--output", out, "--log", "ForceOverwrite")...)
	if err != nil {
		return nil, err
	}
	// The exit code is 0 with errors found and files passed over. What it did is
	// read off what it wrote.
	if want := fmt.Sprintf("%d files scanned", len(files)); !strings.Contains(said, want) {
		return nil, fmt.Errorf("the multitool did not say %q: %.2000s", want, said)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		return nil, fmt.Errorf("reading what the multitool found: %w", err)
	}
	return complaints(data)
}

func complaints(data []byte) ([]Complaint, error) {
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct{ Rules []struct{ ID string } }
			}
			Invocations []struct{ ExecutionSuccessful bool }
			Results     []struct {
				RuleID  string
				Level   *string
				Message struct {
					ID        string
					Text      string
					Arguments []string
				}
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine int }
					}
				}
			}
		}
	}
	if err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\ufeff")), &log); err != nil {
		return nil, fmt.Errorf("reading what the multitool found: %w", err)
	}
	if len(log.Runs) == 0 {
		return nil, errors.New("the multitool wrote no run")
	}
	var out []Complaint
	for _, r := range log.Runs {
		for _, i := range r.Invocations {
			if !i.ExecutionSuccessful {
				return nil, errors.New("the multitool says that it did not come to an end")
			}
		}
		for _, res := range r.Results {
			c := Complaint{
				Rule:  res.RuleID,
				Level: "warning",
				Text:  res.Message.ID + " " + res.Message.Text + strings.Join(res.Message.Arguments, " | "),
			}
			if res.Level != nil {
				c.Level = *res.Level
			}
			for _, l := range res.Locations[:min(1, len(res.Locations))] {
				c.File = filepath.Base(l.PhysicalLocation.ArtifactLocation.URI)
				c.Text = fmt.Sprintf("line %d: %s", l.PhysicalLocation.Region.StartLine, c.Text)
			}
			out = append(out, c)
		}
	}
	return out, nil
}

// run runs the tool with an environment of its own: .NET wants ICU on Linux
// unless it is told to do without.
func (t Tool) run(ctx context.Context, args ...string) (string, error) {
	home, err := os.MkdirTemp("", "multitool-home-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(home)
	cmd := exec.CommandContext(ctx, filepath.Join(t.dir, program()), args...)
	cmd.Env = []string{
		"DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1",
		"HOME=" + home,
		"TMPDIR=" + home,
		"TEMP=" + home,
		"TMP=" + home,
		"SystemRoot=" + os.Getenv("SystemRoot"),
	}
	said, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return "", fmt.Errorf("starting the multitool: %w", err)
	}
	return string(said), nil
}
