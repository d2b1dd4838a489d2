package house

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// paper is the published system that README compares with.
const paper = "https://nhsjs.com/2025/" +
	"automated-security-framework-for-vs-code-extensions-risk-profiling-policy-generation-and-runtime-sandboxing"

// result is a row of README's figures: what is asked, what the published system says, and
// where our figure stands.
type result struct {
	asked, published string
	// page is below docs/measurements, command makes it.
	page, command string
	// figure is a template of what is found there: $1, $2 are the groups of the pattern.
	figure, pattern string
	// beside are other programs whose figures stand there too, in place of what is published.
	beside []string
}

// peer is the row of a program on the page of peers; $1 is of the malicious, $2 of the benign.
func peer(program, counted string) string {
	return `\| ` + program + ` \| ` + counted + ` \| (\d+ of \d+) \| [^|]* \| (\d+ of \d+) \|`
}

// peers are the rows that other programs are in.
var peers = []string{"vsix-audit", "js-x-ray", "eslint-plugin-security"}

var results = []result{
	{
		"third-party extensions, first try: as without a fence, under the analysis alone", "64 % (16 of 25)", "unseen.md", "make unseen",
		"$2 of $1", `Of (\d+) that activate without the loader, (\d+) do the same under the analysis alone`, nil,
	},
	{
		"the same, with what observation granted by itself", "100 %", "unseen.md", "make unseen",
		"$2 of $1", `Of (\d+) that activate without the loader, .* (\d+) with what observation granted by itself`, nil,
	},
	{
		"needed functions that the analysis grants, 36 extensions that we tuned on", "95.9 %", "policies.md",
		"go test ./internal/recall/tightness",
		"$1", `\| needed functions granted \| (\d+ of \d+ \([\d.]+ %\))`, nil,
	},
	{
		"needed files, hosts and programs that it grants without a question, the same 36", "", "policies.md",
		"go test ./internal/recall/tightness",
		"$1", `\| needed resources granted by resolved lines \| (\d+ of \d+ \([\d.]+ %\))`, nil,
	},
	{
		"malicious extensions nobody tuned on, the last two rounds: rejected, or for review", "", "blind.md", "make blind",
		"$1", `\| malicious: rejected or for review \| (\d+ of \d+)`, nil,
	},
	{
		"benign ones beside them: rejected, or for review", "", "blind.md", "make blind",
		"$1", `\| benign: rejected or for review \| (\d+ of \d+)`, nil,
	},
	{
		"one set, first try, beside other programs at any finding: malicious ones that are warned about", "", "peers.md", "make peers",
		"$1", peer("ringfence, first try", "[^|]*"), peers,
	},
	{
		"the same set: benign ones that are warned about", "", "peers.md", "make peers",
		"$2", peer("ringfence, first try", "[^|]*"), peers,
	},
}

// The figures of README are those of the pages that measure them; UPDATE=1 writes them. So
// are those beside other programs in the comparison.
func TestReadmeSaysWhatWasMeasured(t *testing.T) {
	var b, others strings.Builder
	b.WriteString("| | [published](" + paper + "), or other programs | ringfence | page; command |\n|---|---|---|---|\n")
	others.WriteString("| | " + strings.Join(peers, " | ") + " | ringfence |\n|---|---:|---:|---:|---:|\n")
	for _, r := range results {
		text, err := os.ReadFile(filepath.Join("docs", "measurements", r.page))
		if err != nil {
			t.Fatal(err)
		}
		found := func(pattern string) string {
			p := regexp.MustCompile(pattern)
			at := p.FindSubmatchIndex(text)
			if at == nil {
				t.Errorf("docs/measurements/%s does not say %s: name what README quotes instead", r.page, pattern)
				return ""
			}
			return string(p.Expand(nil, []byte(r.figure), text, at))
		}
		ours, published := found(r.pattern), []string{}
		if r.published != "" {
			published = append(published, r.published)
		}
		if r.beside != nil {
			others.WriteString("| " + r.asked)
		}
		for _, program := range r.beside {
			figure := found(peer(program, "any finding"))
			published = append(published, program+" "+figure)
			others.WriteString(" | " + figure)
		}
		if r.beside != nil {
			others.WriteString(" | " + ours + " |\n")
		}
		b.WriteString("| " + r.asked + " | " + strings.Join(published, ", ") + " | " + ours +
			" | [" + r.page + "](docs/measurements/" + r.page + "); `" + r.command + "` |\n")
	}
	if !t.Failed() {
		between(t, "README.md", "results", b.String())
		between(t, "docs/guide/comparison.md", "peers", others.String())
	}
}

// policyBlock is a part of a policy in README, with the package that it is the policy of.
var policyBlock = regexp.MustCompile("(?ms)^```json (npm:\\S+)\n(.*?)^```$")

// The policy in README is what the code of that package gives: each line of it, in this
// order. Lines between them may be left out.
func TestReadmeShowsARealPolicy(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	found := policyBlock.FindSubmatch(readme)
	if found == nil {
		t.Fatal("README.md shows no policy")
	}
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), "go", "run", "./cmd/ringfence", "policy", "generate", string(found[1]), "-o", dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("%v\n%s", err, out)
		}
		t.Skipf("policy generate %s could not run: %v\n%s", found[1], err, out)
	}
	policy, err := os.ReadFile(filepath.Join(dir, "policy.json"))
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(policy) {
		t.Fatal("the policy is no JSON")
	}
	left, shown := strings.Split(string(policy), "\n"), strings.Split(strings.TrimSuffix(string(found[2]), "\n"), "\n")
	for _, line := range shown {
		at := 0
		for at < len(left) && left[at] != line {
			at++
		}
		if at == len(left) {
			t.Errorf("README.md shows a line that the policy does not have there: %s", line)
			continue
		}
		left = left[at+1:]
	}
	if len(shown) < 10 {
		t.Errorf("%d lines of a policy are shown, and README promises ten", len(shown))
	}
}

// README is read in one go: below 150 lines.
func TestReadmeIsShort(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(readme), "\n"); n >= 150 {
		t.Errorf("README.md has %d lines, and shall stay below 150: what belongs to a guide goes to docs/guide", n)
	}
}
