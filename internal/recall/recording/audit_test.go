package recording

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
)

// audited are extensions of different kinds: one that runs a command-line tool,
// one with a server of its own, one that looks for files, one that talks to the
// network and one that runs a configured program.
var audited = []string{
	"vscode.css-language-features", "vscode.git", "vscode.github-authentication", "vscode.npm", "vscode.php-language-features",
}

const auditHead = `# What the observer misses

The recordings that policies are measured against ([recall.md](recall.md)) come from a recorder inside the extension host. To see what
it overlooks, five extensions ran under ` + "`strace`" + ` as well (` +
	"`RECORD=trace go test -run TestAudit ./internal/recall/recording`" + `):
every file that a Node process of the run opened, every program it executed and every address it connected to, without what VS Code,
Node and the system's libraries open for themselves, had to be in the recording. What git or a shell opens is theirs.

What is left is no call of an extension. A program that is started with a preload, as the recorder is, looks for a package.json in the ` +
	`directory it
starts in: the language server of css starts in the workspace. A fetch through VS Code's proxy settings names the server it asks for ` +
	`and connects to the
proxy, 127.0.0.1:9 in these runs. Files that an extension reads through ` + "`vscode.workspace.fs`" +
	` are opened by the host, and recorded as a call of the
editor's API. How much an extension opens in one run depends on timing.

| extension | seen by the kernel | not recorded |
|---|---:|---|
`

// TestAudit runs five extensions under strace, on request only: it takes some
// minutes, and where processes cannot be traced there is nothing to see.
func TestAudit(t *testing.T) {
	if os.Getenv("RECORD") != "trace" {
		t.Skip("make record-audit: it looks for what the recorder missed, under strace")
	}
	dir, err := corpus.Fetch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	list, err := corpus.List(dir)
	if err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	page.WriteString(auditHead)
	defer func() {
		if err := os.WriteFile("../../../docs/measurements/observer.md", []byte(page.String()), 0o644); err != nil {
			t.Error(err)
		}
	}()
	for _, e := range list {
		for _, id := range audited {
			if e.ID != id {
				continue
			}
			t.Run(id, func(t *testing.T) {
				scratch, err := os.MkdirTemp("", "record-") //nolint:usetesting // short and the same but for a number: it is in what is recorded
				if err != nil {
					t.Fatal(err)
				}
				defer os.RemoveAll(scratch)
				a, err := RunAudit(t.Context(), dir, e, scratch)
				if err != nil {
					t.Fatal(err)
				}
				t.Logf("%d seen, %d missed", a.Seen, len(a.Missed))
				var missed []string
				for _, m := range a.Missed {
					missed = append(missed, m.Kind+" `"+m.What+"`")
				}
				fmt.Fprintf(&page, "| %s | %d | %s |\n", id, a.Seen, strings.Join(missed, "<br>"))
			})
		}
	}
}
