package wrap_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
)

// hostsPages are how the pages begin.
var hostsPages = map[string]string{
	"corpus": `# The corpus in real extension hosts

Written by ` + "`make exthost`" + `; do not edit. Every extension of the corpus runs in VS Code's own extension host: as it is; wrapped and
`,
	"third": `# Third-party extensions in real extension hosts

Written by ` + "`make exthost only=third`" + `; do not edit. These are the third-party extensions that npm packages hold as they are
installed, under licences that let anybody fetch them, and that have code for a host; those of @sap/* come with a contract and are not
fetched. Their first tries are in [unseen.md](unseen.md). Each runs in VS Code's own extension host: as it is; wrapped and
`,
}

// hostsMore is what holds for the extensions of one page only.
var hostsMore = map[string]string{
	"corpus": `Packages that VS Code's build keeps once beside its own extensions are put inside those that load them, where an extension ` +
		`that is installed has
them: the loader loads nothing that did not ship, but where the policy has ` + "`code: load`" + `. `,
}

// hostsPage writes a page below docs/measurements, and lists what must not be.
func hostsPage(set string, all []outcome) (page string, problems []string) {
	var b strings.Builder
	b.WriteString(hostsPages[set] + `observed while a workbench does the first half of the work (every other file, position and command); ` +
		`wrapped and enforced, under what the
analysis of the code grants and what the observation adds by itself, with the second half of the work, on three hosts. No proposal was
accepted. ` + hostsMore[set] + `*same* means: the same commands registered and the same functions of the workbench ` +
		`called as without the loader, when after
activation nothing new was seen for 2.5 s; what differs is explained below the table.

| extension | grants: static + observed, waiting | observed |`)
	for _, k := range exthost.Kits() {
		fmt.Fprintf(&b, " enforced: %s |", k)
	}
	b.WriteString("\n|---|---|---|---|---|---|\n")
	current := exthost.Current().String()
	activated, same := 0, 0
	var notes []note
	for _, o := range all {
		if o.Unwrapped != "" || o.Problem != "" {
			why := "does not activate without the loader: " + o.Unwrapped
			if o.Problem != "" {
				why = "not wrapped: " + o.Problem
			}
			fmt.Fprintf(&b, "| %s | %s | | | | |\n", o.ID, strings.ReplaceAll(why, "|", "\\|"))
			if o.Problem != "" && o.Unwrapped == "" {
				problems = append(problems, o.ID+": "+o.Problem)
			}
			continue
		}
		activated++
		cell, differences := compared(o.Plain[current], o.Observed)
		if cell == "same" {
			same++
		}
		notes = append(notes, noted(o.ID, "observed", differences, o.Observed)...)
		fmt.Fprintf(&b, "| %s | %d + %d, %d | %s |", o.ID, o.Static, o.Added, len(o.Waiting), cell)
		if !o.Observed.Activated {
			problems = append(problems, o.ID+" does not activate observed: "+o.Observed.Error)
		}
		for _, k := range exthost.Kits() {
			plain, got := o.Plain[k.String()], o.Enforced[k.String()]
			if !plain.Activated {
				b.WriteString(" does not activate without the loader |")
				continue
			}
			cell, differences := compared(plain, got)
			if !got.Activated {
				problems = append(problems, fmt.Sprintf("%s does not activate enforced on %s: %s", o.ID, k, got.Error))
			}
			if n := len(got.AtStart); n > 0 {
				cell += fmt.Sprintf("; %d denied at activation", n)
			}
			if n := len(got.Later); n > 0 {
				cell += fmt.Sprintf("; %d denied at work", n)
			}
			fmt.Fprintf(&b, " %s |", cell)
			notes = append(notes, noted(o.ID, release(k), differences, got)...)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(
		&b,
		"\nOf %d extensions %d activate without the loader on %s; %d of them do the same observed. The loader's own calls of the secret "+
			"storage, where it keeps what it remembers, are left out.\n",
		len(all),
		activated,
		current,
		same,
	)
	text, unexplained := explained(notes)
	b.WriteString(
		"\n## What differs, and why\n\nIn brackets are the runs that showed it: observed, or enforced on a release of code-server. What has " +
			"no section of a policy\n(RF_DENIED_CALL, RF_DENIED_FILE) is written down by an observed extension as well;" +
			" a variable is kept from its children, a file is loaded all the same.\n" + text,
	)
	b.WriteString("\n## What waits for consent\n\n")
	for _, o := range all {
		for _, w := range slices.Compact(slices.Clone(o.Waiting)) {
			fmt.Fprintf(&b, "- %s: %s\n", o.ID, w)
		}
	}
	return b.String(), append(problems, unexplained...)
}

// note is a difference of one extension, and the runs that showed it.
type note struct {
	id, text string
	runs     []string
}

// release is the number of a kit's code-server.
func release(k exthost.Kit) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(k.String(), "code-server "), ",")
	return name
}

func noted(id, run string, differences []string, r run) []note {
	var out []note
	for _, l := range differences {
		out = append(out, note{id, l, []string{run}})
	}
	for _, l := range r.AtStart {
		out = append(out, note{id, "denied at activation: " + l, []string{run}})
	}
	for _, l := range r.Later {
		out = append(out, note{id, "denied at work: " + l, []string{run}})
	}
	return out
}

// explained lists what differs by its kind, and what is of none.
func explained(notes []note) (text string, unexplained []string) {
	var one []note
	for _, n := range notes {
		if i := slices.IndexFunc(one, func(o note) bool { return o.id == n.id && o.text == n.text }); i >= 0 {
			one[i].runs = append(one[i].runs, n.runs...)
		} else {
			one = append(one, n)
		}
	}
	slices.SortFunc(one, func(a, b note) int { return strings.Compare(a.id+"\x00"+a.text, b.id+"\x00"+b.text) })
	of := map[int][]note{}
	for _, n := range one {
		k := slices.IndexFunc(kinds, func(k kind) bool { return k.whose.MatchString(n.id) && k.is.MatchString(n.text) })
		if of[k] = append(of[k], n); k < 0 {
			unexplained = append(unexplained, fmt.Sprintf("nobody said why: %s, %s (%s)", n.id, n.text, strings.Join(n.runs, ", ")))
		}
	}
	var b strings.Builder
	const most = 6
	for k := range len(kinds) + 1 {
		why := "Not explained."
		if k < len(kinds) {
			why = kinds[k].why
		} else {
			k = -1
		}
		if len(of[k]) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n%s\n\n", why)
		for i, n := range of[k] {
			if i == most && k >= 0 {
				fmt.Fprintf(&b, "- and %d more\n", len(of[k])-most)
				break
			}
			fmt.Fprintf(&b, "- %s: %s (%s)\n", n.id, n.text, strings.Join(n.runs, ", "))
		}
	}
	return b.String(), unexplained
}

// compared says in a word how two runs differ at activation, and in what.
func compared(plain, got run) (string, []string) {
	if !got.Activated {
		return "**does not activate**", []string{firstLine(got.Error)}
	}
	var out []string
	for _, c := range []struct {
		what    string
		was, is []string
	}{{"command", plain.Commands, got.Commands}, {"call", plain.Calls, got.Calls}} {
		for _, x := range c.was {
			if !slices.Contains(c.is, x) {
				out = append(out, "no "+c.what+" "+x)
			}
		}
		for _, x := range c.is {
			if !slices.Contains(c.was, x) && !slices.Contains(loadersOwn, x) {
				out = append(out, "one more "+c.what+" "+x)
			}
		}
	}
	if len(out) == 0 {
		return "same", nil
	}
	return fmt.Sprintf("activates, %d differences", len(out)), out
}

// loadersOwn are the calls by which the loader keeps what it remembers of an observation: in the editor's secret storage.
var loadersOwn = []string{"MainThreadSecretState.$getPassword", "MainThreadSecretState.$setPassword"}
