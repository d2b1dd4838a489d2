package facts_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestAHelperIsNobodysElse: a helper that hands on what it is given mixes nobody's values, however much of the
// program was copied for other callers before.
func TestAHelperIsNobodysElse(t *testing.T) {
	var code strings.Builder
	code.WriteString(`const { id } = require('./a.js')
for (const n of [id(Map), id(Set), id(Date), id(Number), id(Error)]) n.name
const text = id(String), run = id(require('child_process').execSync), list = id(Array)
text(process.argv[2])
list(process.argv[3])
`)
	code.WriteString("function large(a) { const o = {};")
	for i := range 14 {
		fmt.Fprintf(&code, " o.p%d = a.q%d;", i, i)
	}
	code.WriteString(" return o; }\n")
	for i := range 900 {
		fmt.Fprintf(&code, "exports.x%d = large({q0: %d});\n", i, i)
	}
	for name, more := range map[string]string{"": "", "run('ls')": "run('ls')\n"} {
		p := analyze(t, files{"main.js": code.String() + more, "a.js": "module.exports = require('./b.js')\n",
			"b.js": "module.exports = { ...require('./c.js') }\n", "c.js": "exports.id = function (n) { return n || 0 }\n"})
		want := 0
		if more != "" {
			want = 1
		}
		if found := calls(p, "child_process.execSync"); len(found) != want {
			t.Errorf("with %q: %d calls start a program, want %d", name, len(found), want)
		}
	}
}
