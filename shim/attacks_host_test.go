package shim

import (
	"bytes"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
)

// hostAttack is one line of attacks/host/layout.js: an attack whose extensions, as
// they are and with the loader in front, lie below Dir.
type hostAttack struct {
	attack
	Goal, Dir string
	// Call names the request that has to reach the workbench, for the goal "call".
	Call string
}

// secretOfOthers is what the attacks are after; attacks/run.js has it too.
const secretOfOthers = "canary-7f3a91"

// runHostAttacks runs the attacks of attacks/host inside VS Code's own extension
// host of a kit: each once as it is, and once with the loader at each level.
func runHostAttacks(t *testing.T, kit exthost.Kit, major string) []attack {
	t.Helper()
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), node(t), "attacks/host/layout.js", bundleFile(t), t.TempDir(), port)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("laying out the attacks: %v", err)
	}
	var all []hostAttack
	for line := range bytes.Lines(out) {
		var a hostAttack
		if err := json.Unmarshal(line, &a); err != nil {
			t.Fatal(err)
		}
		a.Levels, a.Detail = map[string]bool{}, map[string]string{}
		if strings.Contains(a.Name, os.Getenv("ATTACKS_ONLY")) {
			all = append(all, a)
		}
	}
	if len(all) == 0 {
		t.Fatal("no attack was laid out")
	}
	slots := make(chan struct{}, max(2, runtime.NumCPU()))
	var wait sync.WaitGroup
	for i := range all {
		wait.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			a := &all[i]
			a.Without, a.Detail["without"] = a.reaches(t, kit, "raw")
			if os.Getenv("ATTACKS_VALID") != "" {
				t.Logf("without the loader: %t %s, %q: %.300s", a.Without, a.Class, a.Name, a.Detail["without"])
				return
			}
			for _, level := range levels {
				a.Levels[level], a.Detail[level] = a.reaches(t, kit, level)
			}
		})
	}
	wait.Wait()
	result := make([]attack, 0, len(all))
	for _, a := range all {
		a.Host, a.Node = true, major
		result = append(result, a.attack)
	}
	return result
}

// reaches runs the extension of one kind and says whether the attack reached its
// goal, and what it said.
func (a *hostAttack) reaches(t *testing.T, kit exthost.Kit, kind string) (bool, string) {
	t.Helper()
	r, err := exthost.Run(t.Context(), exthost.Options{
		Kit: kit, Extension: filepath.Join(a.Dir, kind), Siblings: []string{filepath.Join(a.Dir, "victim")},
		Env:      map[string]string{"SECRET_TOKEN": secretOfOthers},
		Settings: map[string]any{"victim.token": secretOfOthers, "victim.hidden": secretOfOthers, "http.proxyAuthorization": secretOfOthers},
		Commands: [][]any{{"acme.attack"}}, Eventful: true,
		// The person at this editor consents to nothing of what waits, and adds no folder.
		Answers: map[string]string{"ringfence: ": "", "Add a folder": ""},
	})
	if err != nil {
		t.Errorf("%s, %s: %v", a.Name, kind, err)
		return false, err.Error()
	}
	said := string(r.Results["acme.attack"])
	if strings.Contains(r.Steps["command acme.attack"]+r.Error, "Activating extension") {
		t.Errorf("%s, %s: the attack did not begin: %s", a.Name, kind, r.Error)
	}
	detail := strings.Join([]string{said, r.Error, r.Steps["command acme.attack"]}, " ")
	switch a.Goal {
	case "call":
		return r.Calls[a.Call] > 0, detail
	case "mark":
		_, err := os.Stat(filepath.Join(a.Dir, "outside", "mark-"+kind))
		return err == nil, detail
	}
	return said == `"yes"` || strings.Contains(said, secretOfOthers), detail
}

// ATTACKS_HOST=24 runs the attacks of the real host alone and prints what escapes; ATTACKS_VALID=1 runs them without the loader
// only, ATTACKS_ONLY=text those whose name holds it.
func TestAttacksInTheRealHost(t *testing.T) {
	if os.Getenv("ATTACKS_HOST") == "" {
		t.Skip("make attacks-host: every attack in the real host")
	}
	for _, a := range runHostAttacks(t, kitOf(t, os.Getenv("ATTACKS_HOST")), os.Getenv("ATTACKS_HOST")) {
		if !a.Without {
			t.Errorf("not valid: %s, %q: %s", a.Class, a.Name, a.Detail["without"])
			continue
		}
		for _, level := range levels {
			if a.Levels[level] {
				t.Errorf("escapes at level %s: %s, %q: %s", level, a.Class, a.Name, a.Detail[level])
			}
		}
	}
}

// kitOf returns the kit whose Node has the major.
func kitOf(t *testing.T, major string) exthost.Kit {
	t.Helper()
	for _, k := range exthost.Kits() {
		if strings.Contains(k.String(), "Node "+major+".") {
			return k
		}
	}
	t.Fatalf("no kit runs on Node %s", major)
	return exthost.Kit{}
}
