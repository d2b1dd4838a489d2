package pattern

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// nodeBinary returns the Node binary on the PATH. Without one the loader's side is not
// tested, which CI does not accept.
func nodeBinary(t testing.TB) string {
	t.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("the loader's patterns need Node: %v", err)
		}
		t.Skipf("not compared with the loader's patterns: %v", err)
	}
	return path
}

// The loader's own tests, so that whoever runs Go's runs them.
func TestTheLoadersSide(t *testing.T) {
	files, err := filepath.Glob("../../shim/pattern/*.test.js")
	if err != nil || len(files) < 2 {
		t.Fatalf("the tests of shim/pattern are %q, %v", files, err)
	}
	out, err := exec.CommandContext(t.Context(), nodeBinary(t), append([]string{"--test"}, files...)...).CombinedOutput()
	if err != nil {
		t.Errorf("node --test: %v\n%s", err, out)
	}
}

// peer is a Node process that answers questions with the loader's patterns.
type peer struct {
	mu  sync.Mutex
	in  io.Writer
	out *bufio.Reader
}

func newPeer(t testing.TB) *peer {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), nodeBinary(t), "../../shim/pattern/testdata/answer.js")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.(io.Closer).Close()
		cmd.Wait()
	})
	return &peer{in: in, out: bufio.NewReader(out)}
}

func (p *peer) ask(t testing.TB, q question) string {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	line, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.in.Write(append(line, '\n')); err != nil {
		t.Fatal(err)
	}
	reply, err := p.out.ReadBytes('\n')
	if err != nil {
		t.Fatalf("the Node process ended on %s: %v", line, err)
	}
	var answer string
	if err := json.Unmarshal(reply, &answer); err != nil {
		t.Fatal(err)
	}
	return answer
}
