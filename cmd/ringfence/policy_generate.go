package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/baseline"
	"github.com/ringfence-dev/ringfence/internal/documents"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/scan"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/policygen/synth"
	"github.com/spf13/cobra"
)

// generating are the flags of generate and explain.
type generating struct {
	scanOptions
	out, documents string
	// pack is the built extension; empty: what lies in the folder is read. home is
	// the folder then, whose documents count and whose policy it is, and is the name
	// of the extension there.
	pack, home, is string
	// asks is set where a model may be asked what the code leaves open.
	asks bool
}

func (c *Command) policyGenerate() *cobra.Command {
	o := generating{scanOptions: scanOptions{limits: extension.DefaultLimits(), ways: true, verb: "policy generate"}}
	cmd := &cobra.Command{
		Use:   "generate PATH",
		Short: "Write the policy of an extension: what its code needs, and nothing else",
		Long: `Analyse an extension and write what it needs as policy.json, and why as evidence.json, both into PATH/.ringfence
or where --out says. PATH is a repository, a folder laid out as installed, a .vsix or npm:NAME@VERSION, as for scan;
for the last two --out is needed.

What was observed, accepted and overridden goes into the policy as well; these documents are read beside the policy of
a repository, or from --documents: on a pull request that is the base's folder, because a change may not accept
itself. The same code gives the same policy.json, however it is formatted.

An extension that has to be built is given as --package: the policy is made of what is in it and written beside the
documents of PATH, whose extension it has to be. "ringfence build" makes one. Of a folder that is not built the author's
files are judged, without the packages they load. Such a policy says "basis": "sources", and is not written over one of
the package unless --sources says so.

Where config.yml beside these documents says "fenced: true", or they lie there already, loader.cjs and loader.json are
written as well: the loader that the extension ships with (docs/wrap.md).

With --llm a language model is asked what the lines marked unresolved are about. What it says goes into
proposals.json beside the policy, which grants nothing until a person accepts it ("ringfence policy accept").`,
		Example: `  ringfence policy generate .
  ringfence build . --out extension.vsix && ringfence policy generate . --package extension.vsix
  ringfence policy generate head --documents base/.ringfence -o out
  ringfence policy generate some.vsix -o out`,
		Args: arguments(1, 1, "extension"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.modelOptions.check(o.online); err != nil {
				return err
			}
			return c.generate(cmd.Context(), args[0], o)
		},
	}
	o.asks = true
	cmd.Flags().StringVar(&o.pack, "package", "", "the built extension, a .vsix; PATH is its repository")
	cmd.Flags().BoolVar(&o.fromSources, "sources", false, "judge the author's files, built or not: the policy says \"basis\": \"sources\"")
	cmd.Flags().StringVarP(&o.out, "out", "o", "", "folder to write to (default PATH/"+policygen.Dir+")")
	o.flags(cmd)
	return cmd
}

func (o *generating) flags(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&o.documents, "documents", "", "folder with observed.json, accepted.json and policy.override.json (default: the repository's own)")
	fs.BoolVar(&o.offline, "offline", false, "use no network; npm:… is refused")
	if o.asks {
		fs.BoolVar(&o.online, "online", false, "allow --llm to ask")
		o.modelOptions.flagsAbout(fs, "what the code leaves open")
		fs.DurationVar(&o.patience, "services-timeout", 5*time.Minute, "how long the model may take in all")
	}
	fs.DurationVar(&o.timeout, "timeout", 10*time.Minute, "how long to analyse the code; past it nothing is granted")
	fs.StringVar(&o.today, "today", "", "the day on which rulings may be over, as 2027-01-31")
	_ = fs.MarkHidden("today")
}

// generated is a policy with its reasons.
type generated struct {
	result   policygen.Result
	evidence evidence.Document
	// ext is of use until it is closed.
	ext *extension.Extension
	// unbuilt names an entry that is not there, so that its code was not read;
	// empty: there is none.
	unbuilt string
}

func (c *Command) generate(ctx context.Context, target string, o generating) error {
	out := o.out
	if out == "" {
		info, err := os.Stat(c.path(target))
		if err != nil || !info.IsDir() {
			return exit.Usagef("%s is no folder to write into; say where with --out", quoted(target))
		}
		if out, _, err = documents.Folder(c.process(), target); err != nil {
			return err
		}
	}
	code := target
	if o.pack != "" && o.fromSources {
		return exit.Usagef("--package and --sources exclude each other: a policy is made of one of the two")
	}
	if o.pack != "" {
		if !strings.HasSuffix(o.pack, ".vsix") {
			return exit.Usagef("--package: %s is no .vsix", quoted(o.pack))
		}
		var err error
		if o.is, err = c.nameOf(target, o.limits); err != nil {
			return err
		}
		code, o.home = o.pack, target
	}
	return c.synthesize(ctx, code, o, func(g generated) error {
		if err := c.losesNothing(g, target, out, o.fromSources); err != nil {
			return err
		}
		why, err := g.evidence.Bytes()
		if err != nil {
			return err
		}
		if err := os.MkdirAll(c.path(out), 0o755); err != nil {
			return exit.AsUsage(err)
		}
		if err := c.replace(filepath.Join(out, policygen.PolicyFile), g.result.Policy.Bytes()); err != nil {
			return err
		}
		if err := c.replace(filepath.Join(out, policygen.EvidenceFile), why); err != nil {
			return err
		}
		documents := o.documents
		if documents == "" && (g.ext.Source == extension.Repository || o.home != "") {
			documents = filepath.Join(target, policygen.Dir)
		}
		if err := c.writeKept(ctx, g, documents, out); err != nil {
			return err
		}
		if err := c.talk(g); err != nil {
			return err
		}
		return c.propose(ctx, g, out, o.scanOptions)
	})
}

// talk says on stderr what a person should know about the policy.
func (c *Command) talk(g generated) error {
	marks := map[policy.Mark]int{}
	for _, x := range g.result.Policy.Grants {
		marks[x.Mark]++
	}
	_, err := fmt.Fprintf(c.Stderr, "%s: %d grants, %d of them imprecise and %d unresolved\n", finding.Printable(g.result.Policy.Extension, 200),
		len(g.result.Policy.Grants), marks[policy.Imprecise], marks[policy.Unresolved])
	for _, n := range g.result.Policy.Notes {
		if err == nil {
			_, err = fmt.Fprintf(c.Stderr, "incomplete: %s\n", n.Question)
		}
	}
	for _, w := range g.result.Withheld {
		if err == nil {
			_, err = fmt.Fprintf(c.Stderr, "withheld: %s was observed and opens a sensitive place; only an override may grant it\n", w)
		}
	}
	for _, r := range g.result.Expired {
		if err == nil {
			_, err = fmt.Fprintf(c.Stderr, "expired: line %d of the override was for the time until %s\n", r.Line, r.Until)
		}
	}
	return err
}

// synthesize makes the policy of a target and hands it on while the extension is
// open.
func (c *Command) synthesize(ctx context.Context, target string, o generating, use func(generated) error) error {
	ext, cleanup, err := c.load(ctx, target, o.scanOptions)
	defer cleanup()
	if err != nil {
		return err
	}
	if is := ext.Manifest.ID(); o.is != "" && is != o.is {
		_ = ext.Close()
		return exit.Usagef("--package: %s is %s, and the extension in %s is %s", quoted(target), quoted(is), quoted(o.home), quoted(o.is))
	}
	in, err := documents.Inputs(c.process(), ext, o.from(target))
	if err != nil {
		_ = ext.Close()
		return err
	}
	defer c.memory.MakeRoom(ext)()
	program, programErr := scan.Analyze(ctx, ext, c.analysis(o.scanOptions))
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("making the policy of %s: %w", quoted(target), err)
	}
	if programErr == nil {
		// Otherwise the analysis may still be reading.
		defer ext.Close()
	}
	ext = scan.Judged(ext, program)
	if o.fromSources && (program == nil || program.Basis != facts.Sources) {
		return exit.Usagef("--sources: no source of what package.json of %s starts was found", quoted(target))
	}
	g, err := fold(ext, program, programErr, in)
	if err != nil {
		return err
	}
	origins, done := c.finder(ctx, target, ext, o.scanOptions)
	defer done()
	place(&g.evidence, origins)
	c.warnStale(ctx, target, ext, program, origins)
	g.ext = ext
	if programErr == nil {
		g.unbuilt = unbuilt(ext, program)
	}
	return use(g)
}

// fold makes the policy of an analysed extension.
func fold(ext *extension.Extension, program *facts.Program, programErr error, in policygen.Inputs) (g generated, err error) {
	static := needs(ext, program, programErr)
	in.Static = static.Policy
	if g.result, err = policygen.Fold(in); err != nil {
		return g, exit.AsUsage(err)
	}
	g.evidence = policygen.Evidence(tool().Version, ext, program, static, in, g.result.Policy)
	return g, nil
}

// needs is what the code alone asks for. That it was not analysed is a note of
// the policy.
func needs(ext *extension.Extension, program *facts.Program, programErr error) synth.Result {
	return baseline.Needs(ext, program, programErr)
}

// from says where the inputs of a target's policy lie.
func (o *generating) from(target string) documents.From {
	return documents.From{Target: target, Home: o.home, Documents: o.documents, Today: o.today}
}
