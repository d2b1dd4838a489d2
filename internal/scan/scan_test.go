package scan_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/scan"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

func load(t *testing.T) *extension.Extension {
	t.Helper()
	ext, err := extension.LoadAs(t.Context(), "testdata/shell", extension.Directory, extension.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ext.Close() })
	return ext
}

func plain() scan.Options {
	return scan.Options{Subject: "testdata/shell", Profile: verdict.Profiles()[0]}
}

// TestWhatIsNotHandedInIsSaid: nobody asked, nothing to compare with, nobody looked for
// keys. Each is a check that did not look, never one that found nothing.
func TestWhatIsNotHandedInIsSaid(t *testing.T) {
	o := plain()
	o.NoSecrets = true
	err := scan.Scan(t.Context(), load(t), o, func(r scan.Result) error {
		skipped := map[string]bool{}
		for _, c := range r.Report.Checks {
			skipped[c.Name] = c.State == string(checks.Skipped)
		}
		for name, want := range map[string]bool{"secret_in_package": true, "update_adds_power": true, "dependency_vulnerable": true,
			"code_dynamic_process": false} {
			if got, ran := skipped[name]; ran && got != want || !ran {
				t.Errorf("%s: skipped %t, want %t (in the report: %t)", name, got, want, ran)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestATimeoutIsNotClean: code that was not analysed in time makes the report
// incomplete, and the verdict is not unrestricted.
func TestATimeoutIsNotClean(t *testing.T) {
	o := plain()
	o.Analysis.Timeout = time.Nanosecond
	err := scan.Scan(t.Context(), load(t), o, func(r scan.Result) error {
		if r.Program != nil || r.ProgramErr == nil || !strings.Contains(r.ProgramErr.Error(), "longer than 1ns") {
			t.Errorf("program %v, %v", r.Program, r.ProgramErr)
		}
		if c := r.Report.Verdict.Category; c == verdict.Unrestricted {
			t.Errorf("the verdict is %s", c)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestAFaultOfTheAnalysisIsNotClean: a fault inside the analysis ends no run, and what was not read is not called safe.
func TestAFaultOfTheAnalysisIsNotClean(t *testing.T) {
	o := plain()
	o.Analysis.Progress = func(string, int, int) { panic("a fault") }
	err := scan.Scan(t.Context(), load(t), o, func(r scan.Result) error {
		if r.Program != nil || r.ProgramErr == nil || !strings.Contains(r.ProgramErr.Error(), "failed on it (a fault, in internal/scan") {
			t.Errorf("program %v, %v", r.Program, r.ProgramErr)
		}
		if v := r.Report.Verdict; v.Category == verdict.Unrestricted || !v.Incomplete {
			t.Errorf("the verdict is %s, incomplete %v", v.Category, v.Incomplete)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestErrorsOfCallersStayTheirs: what the caller's own functions return comes back as
// it is, and use is not called.
func TestErrorsOfCallersStayTheirs(t *testing.T) {
	broken := errors.New("broken")
	for name, with := range map[string]func(*scan.Options){
		"base": func(o *scan.Options) {
			o.Base = func(context.Context, *extension.Extension, *facts.Program) (string, *checks.Base, error) {
				return "", nil, broken
			}
		},
		"services": func(o *scan.Options) {
			o.Services = func(context.Context, *extension.Extension, *facts.Program, *supplychain.Inventory) (*supplychain.Answers, error) {
				return nil, broken
			}
		},
	} {
		o := plain()
		with(&o)
		err := scan.Scan(t.Context(), load(t), o, func(scan.Result) error { t.Errorf("%s: it went on", name); return nil })
		if !errors.Is(err, broken) || err.Error() != "broken" {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := scan.Scan(ctx, load(t), plain(), func(scan.Result) error { t.Error("an interrupted scan went on"); return nil })
	if !errors.Is(err, context.Canceled) || !strings.HasPrefix(err.Error(), `scanning "testdata/shell": `) {
		t.Errorf("interrupted: %v", err)
	}
}
