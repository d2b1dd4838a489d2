package sourcemap

import (
	"strings"
	"testing"
)

func TestNamesOfFunctions(t *testing.T) {
	const text = `#!/usr/bin/env node
import { spawn } from 'child_process'; // don't
const re = /["'{]/g, half = a / 2 / b;
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  HERE1
  register("x", () => { HERE2 });
  const go = async (a: string): Promise<number> => { if (a) { HERE3 } };
  const h: Handler = (b) => { HERE4 ` + "`x ${ f({a: 1}) } } ${y}`" + ` HERE5 };
}
class Runner<T> extends Base<T> {
  private tool = () => { HERE6 };
  constructor(private x: string) { super(); HERE7 }
  async run(args: string[]): Promise<{ code: number }> {
    for (const a of args) { HERE8 }
  }
  static get name() { return HERE9; }
}
module.exports = { start: function () { HEREa }, stop() { HEREb }, k: x => { HEREc } };
HEREd
`
	s := scan(text, true)
	for mark, want := range map[string]string{
		"HERE1": "activate", "HERE2": "activate", "HERE3": "go", "HERE4": "h", "HERE5": "h", "HERE6": "Runner.tool",
		"HERE7": "Runner.constructor", "HERE8": "Runner.run", "HERE9": "Runner.name", "HEREa": "start", "HEREb": "stop", "HEREc": "k",
		"HEREd": "",
	} {
		if got := s.around(int32(strings.Index(text, mark))); got != want {
			t.Errorf("%s stands in %q, want %q", mark, got, want)
		}
	}
}

func TestWordsOfAText(t *testing.T) {
	const text = "a.spawn('git log', { \"cwd\": /x'y/.source, n: `one ${two.three} four` }) // five\n/* six */ it's 7"
	var got []string
	for _, w := range scan(text, false).words {
		rest := text[w.at:]
		for n := 2; n <= len(rest); n++ {
			if hashOf(rest[:n]) == w.hash {
				got = append(got, rest[:n])
				break
			}
		}
	}
	if want := "spawn|git log|cwd|x'y|source|one |two|three| four|it"; strings.Join(got, "|") != want {
		t.Errorf("%s\nwant %s", strings.Join(got, "|"), want)
	}
}

func FuzzLex(f *testing.F) {
	f.Add("class A { b() { `${c}` } }")
	f.Fuzz(func(t *testing.T, text string) {
		s := scan(text, true)
		for _, w := range s.words {
			if int(w.at) >= len(text) {
				t.Fatal("a word past the end")
			}
		}
		for _, fn := range s.funcs {
			if fn.to < fn.from || int(fn.to) > len(text) {
				t.Fatalf("a function ends before it begins: %+v", fn)
			}
		}
	})
}
