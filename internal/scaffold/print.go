package scaffold

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/docs/reference"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/shell"
	"github.com/ringfence-dev/ringfence/policygen"
)

// purpose says what a file is for.
func (b *setup) purpose(name string) string {
	switch path.Base(name) {
	case policygen.PolicyFile:
		return "what the extension may do; generated, compared byte for byte\n  " + reference.Docs + "guide/policy.md"
	case path.Base(Configuration):
		return "how the extension is judged, and the answers to findings\n  " + reference.Docs + "reference/config.md"
	case Evidence:
		return "why, line by line; not committed"
	case path.Base(Uncommitted):
		return "keeps evidence.json out of git"
	case Ignore:
		return "keeps " + strings.Join(b.ignored, " and ") + " out of the package"
	case path.Base(b.settings.ReleaseFile()):
		return "wraps the package of a published release and attaches it, with what belongs to it"
	}
	return "judges every pull request; permissions are listed job by job"
}

func printFiles(p *process.Process, done string, names []string, b *setup) error {
	slices.Sort(names)
	for _, name := range names {
		word := done
		if word == "" {
			word = b.became[name]
		}
		if _, err := fmt.Fprintf(p.Stdout, "%s %s: %s\n", word, escape.Printable(name, 300), b.purpose(name)); err != nil {
			return err
		}
	}
	return nil
}

// printWritten says of each file whether it was written or said the same before.
func printWritten(p *process.Process, b *setup) error {
	return printFiles(p, "", slices.Collect(maps.Keys(b.became)), b)
}

// printFindings says what will be judged, before anything is built or written.
func printFindings(p *process.Process, b *setup) error {
	manifest, err := ownManifest(p, b)
	if err != nil {
		return err
	}
	line := func(key, value string) {
		_, werr := fmt.Fprintf(p.Stdout, "  %-9s%s\n", key, escape.Printable(value, 400))
		err = errors.Join(err, werr)
	}
	_, err = fmt.Fprintf(p.Stdout, "%s %s\n", escape.Printable(manifest.Publisher+"."+manifest.Name, 200),
		escape.Printable(manifest.Version, 100))
	line("folder", b.folder)
	entry := strings.Join(b.Entries, ", ")
	switch {
	case b.undescribed != nil:
		line("install", b.undescribed.Error())
	case entry == "":
		line("entry", "none: nothing of it runs in the extension host")
	case len(b.missing) > 0:
		line("entry", entry+", which a build makes")
	default:
		line("entry", entry)
	}
	if b.undescribed == nil {
		install := b.Manager + ", as " + b.Lock + " says"
		if b.Lock == "" {
			install = b.Manager + "; there is no lock file, so that each build installs what the registry has that day"
		}
		line("install", install)
		line("Node", b.nodeWords())
		line("build", b.buildWords())
	}
	branch := b.settings.Branch
	if b.branchFrom != "" {
		branch += " (" + b.branchFrom + ")"
	}
	line("branch", branch)
	if len(b.others) > 0 {
		var names []string
		for _, p := range b.others[:min(len(b.others), 6)] {
			names = append(names, p.Path)
		}
		if len(b.others) > 6 {
			names = append(names, fmt.Sprintf("%d more", len(b.others)-6))
		}
		line("not here", strings.Join(names, ", ")+": extensions as well; ringfence init PATH begins with another")
	}
	return err
}

func (b *setup) nodeWords() string {
	switch n := b.Node; {
	case n.File == "":
		return fmt.Sprintf("%d, as nothing names one", n.Major)
	case n.Exact:
		return strings.TrimSpace(n.Says + ", as " + n.File + " says")
	case n.Why != "":
		return fmt.Sprintf("%d: %s says %s, %s", n.Major, n.File, n.Says, n.Why)
	default:
		return fmt.Sprintf("%d: %s of %s says %s", n.Major, n.Key, n.File, n.Says)
	}
}

func (b *setup) buildWords() string {
	words := "vsce package"
	if b.Prepublish != "" {
		words += ", which runs vscode:prepublish: " + b.Prepublish
	}
	if b.settings.Command != "" {
		words = b.settings.Command + ", then " + words
	}
	if b.settings.Command != "" && b.commandFrom != "--command" {
		words += " (" + b.commandFrom + ")"
	}
	return words
}

// maxWorst bounds how many findings init names.
const maxWorst = 3

// printVerdict says what the analysis found.
func printVerdict(p *process.Process, b *setup) error {
	var s strings.Builder
	fmt.Fprintf(&s, "  %-9s%s\n  %-9s%s\n", "needs", b.needs, "verdict", b.verdict)
	for _, reason := range b.reasons {
		fmt.Fprintf(&s, "  %-9sbecause %s\n", "", reason)
	}
	for i, f := range b.worst {
		if i == maxWorst {
			fmt.Fprintf(&s, "  %-9sand %d more: ringfence scan lists them\n", "", len(b.worst)-maxWorst)
			break
		}
		fmt.Fprintf(&s, "  %-9s%s\n", "", escape.Printable(f, 300))
	}
	if len(b.worst) > 0 && b.blocked == "" {
		fmt.Fprintf(&s, "  %-9swhat is there already fails no later change\n", "")
	}
	if b.blocked != "" {
		fmt.Fprintf(
			&s,
			"Note: %s: ringfence scan says where. Take it out, or, if it is meant, sign for it under \"exceptions\" in %s, merged first "+
				"(%sreference/config.md).\n",
			b.blocked,
			escape.Printable(b.document(path.Base(Configuration)), 300),
			reference.Docs,
		)
	}
	_, err := p.Stdout.Write([]byte(s.String()))
	return err
}

// printShips says what nothing but a person can change.
func printShips(p *process.Process, ships string) error {
	if ships == "" {
		return nil
	}
	_, err := fmt.Fprintf(p.Stdout, "Note: %s.\n", escape.Printable(ships, finding.MaxMessage))
	return err
}

// printNext says which commands come next, in full.
func printNext(p *process.Process, b *setup) error {
	var s strings.Builder
	if !slices.Contains(slices.Collect(maps.Values(b.became)), wrote) {
		_, err := fmt.Fprintln(p.Stdout, "Nothing was written: all of it is there already.")
		return err
	}
	if b.undescribed != nil {
		fmt.Fprintf(&s, "Note: the workflow cannot build the extension: %s.\n", escape.Printable(b.undescribed.Error(), 400))
	}
	for _, note := range b.notes {
		fmt.Fprintf(&s, "Note: %s.\n", escape.Printable(note, 400))
	}
	s.WriteString("Next:\n")
	if at := up(p, b); at != "." {
		fmt.Fprintf(&s, "  cd %s\n", shell.Quote(at))
	}
	if b.cloned {
		var add []string
		for _, name := range []string{b.settings.WorkflowFile(), path.Join(b.folder, policygen.Dir)} {
			add = append(add, shell.Quote(name))
		}
		if name := path.Join(b.folder, Ignore); b.files[name] != nil {
			add = append(add, shell.Quote(name))
		}
		fmt.Fprintf(
			&s,
			"  git switch -c ringfence\n  git add %s\n  git commit -m \"ringfence judges changes\"\n  git push -u origin ringfence\n",
			strings.Join(add, " "),
		)
		fmt.Fprintf(&s, "  gh pr create --base %s --fill\n", b.settings.Branch)
	} else {
		s.WriteString("  commit these files to a branch, and open a pull request\n")
	}
	fmt.Fprintf(&s, "Then require the check %q for %s (Settings, Rules, Rulesets): nothing is merged past it.\n",
		b.settings.CheckName(), b.settings.Branch)
	// The job commit opens a pull request; until then it warns.
	s.WriteString("Tick \"Allow GitHub Actions to create and approve pull requests\" (Settings, Actions, General).\n")
	_, err := p.Stdout.Write([]byte(s.String()))
	return err
}

// up is the way from where we are to the repository.
func up(p *process.Process, b *setup) string {
	here := p.Dir
	if here == "" {
		here, _ = os.Getwd()
	}
	here, err := filepath.EvalSymlinks(here)
	root, err2 := filepath.EvalSymlinks(b.root)
	if err != nil || err2 != nil {
		return "."
	}
	rel, err := filepath.Rel(here, root)
	if err != nil {
		return b.root
	}
	return rel
}
