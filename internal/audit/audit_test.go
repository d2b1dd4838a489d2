package audit_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ringfence-dev/ringfence/internal/audit"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/process"
)

func settings() audit.Settings {
	return audit.Settings{
		Services: audit.Services{Registry: "marketplace", Patience: time.Minute}, Offline: true, Jobs: 2, Timeout: time.Minute,
		Limits: extension.DefaultLimits(),
	}
}

// One target that cannot be scanned does not keep the others from being scanned.
func TestAllGoesOn(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "good", "package.json"), `{"name":"one","publisher":"acme","version":"1.0.0","engines":{"vscode":"^1.90.0"}}`)
	write(t, filepath.Join(dir, "bad", "package.json"), `{"name":"two"}`)
	var talk bytes.Buffer
	p := process.Process{Dir: dir, Stderr: &talk, Version: "test"}
	reports, err := audit.All(t.Context(), &p, []string{"bad", "good", "none", "npm:left-pad@1.3.0"}, settings())
	if len(reports) != 1 || reports[0].Extension.ID != "acme.one" || reports[0].Subject != "good" || reports[0].Tool.Version != "test" {
		t.Errorf("%+v", reports)
	}
	if exit.Code(err) != exit.Usage {
		t.Fatalf("nothing of it is our fault: %v", err)
	}
	for _, want := range []string{`"bad" is no VS Code extension`, "none", "--offline forbids it"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not say %q", err, want)
		}
	}
	if talk.Len() > 0 {
		t.Errorf("on what is no terminal it says %q", talk.String())
	}
}

// An extension does not say how it is judged, a repository does.
func TestWhoseConfigurationCounts(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "package.json"), `{"name":"one","publisher":"acme","version":"1.0.0","engines":{"vscode":"^1.90.0"}}`)
	write(t, filepath.Join(dir, ".ringfence", "config.yml"), "profile: nonsense\n")
	for source, refused := range map[extension.Source]bool{extension.Repository: true, extension.Directory: false} {
		o := settings()
		o.Target.Source = source
		_, err := audit.All(t.Context(), &process.Process{Dir: dir, Stderr: &bytes.Buffer{}}, []string{"."}, o)
		if refused && exit.Code(err) != exit.Usage || !refused && err != nil {
			t.Errorf("%s: %v", source, err)
		}
	}
}

func TestCheck(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*audit.Settings)
		want   string
	}{
		"sound":            {func(*audit.Settings) {}, ""},
		"profile":          {func(o *audit.Settings) { o.Judging.Profile = "nobody" }, "unknown profile"},
		"two words":        {func(o *audit.Settings) { o.Judging.FailOn = []string{"none", "high"} }, "leaves nothing"},
		"day":              {func(o *audit.Settings) { o.Judging.Today = "tomorrow" }, "no day"},
		"clone of nothing": {func(o *audit.Settings) { o.Organisation.Checkout = "clone" }, "--org-checkout"},
		"both":             {func(o *audit.Settings) { o.Services.Online = true }, "contradict"},
		"model":            {func(o *audit.Settings) { o.Model.Name = "large" }, "need --llm"},
	} {
		o := settings()
		c.change(&o)
		err := o.Check()
		if (err == nil) != (c.want == "") || err != nil && (exit.Code(err) != exit.Usage || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
