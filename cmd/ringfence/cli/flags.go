package cli

import (
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/ringfence-dev/ringfence/internal/audit"
	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// judgingFlags are the flags that say how to judge, and by which organisation's file.
func judgingFlags(fs *pflag.FlagSet, j *audit.Judging, o *audit.Organisation) {
	fs.StringVar(&j.Profile, "profile", "", "how to judge: "+audit.ProfileNames(", ")+" (default "+verdict.Profiles()[0].Name+")")
	fs.StringSliceVar(&j.FailOn, "fail-on", nil,
		"exit with 1, besides on reject, needs-review and secrets, on any of: "+strings.Join(verdict.FailWords(), ", "))
	fs.StringVar(&j.Config, "config", "", "the configuration; without it, a repository's own "+config.Name)
	fs.BoolVar(&j.NoConfig, "no-config", false, "read no configuration, for a repository that is not yours")
	fs.StringVar(&j.Today, "today", "", "the day on which ignores and exceptions may be over, as 2027-01-31")
	_ = fs.MarkHidden("today")
	organisationFlags(fs, o)
}

// organisationFlags are the flags that name the organisation's file.
func organisationFlags(fs *pflag.FlagSet, o *audit.Organisation) {
	fs.StringVar(&o.Org, "org", "",
		"the organisation's file: owner/repo/path@COMMIT, https://…#sha256:DIGEST, or a path (docs/guide/organisations.md)")
	fs.StringVar(&o.Checkout, "org-checkout", "", "a clone of that repository, for owner/repo/path@COMMIT")
	fs.StringVar(&o.Repository, "repository", "", "the repository that is judged, as owner/name, for the organisation's waivers")
}

// serviceFlags are the flags that say who may be asked.
func serviceFlags(fs *pflag.FlagSet, a *audit.Services) {
	fs.BoolVar(&a.Online, "online", false, "ask services about the extension and its packages, by name and version")
	fs.StringVar(&a.Registry, "registry", string(supplychain.Marketplace), "where the extension is from: "+audit.RegistryNames(", "))
	fs.StringVar(&a.Info, "extension-info", "", "a file that says how a marketplace lists the extension, in place of asking")
	fs.StringVar(&a.Scorecard, "scorecard", "", "a file with the repository's score, as ringfence-scorecard writes it, in place of asking")
	fs.BoolVar(&a.Upload, "virustotal-upload", false,
		"send a .vsix that VirusTotal has never seen to it, where others can see it; never of a private repository")
	fs.IntVar(&a.Endpoints, "virustotal-endpoints", 20, "how many hosts that the code names VirusTotal is asked about")
	fs.IntVar(&a.Names, "dns-names", 20, "how many names that the code connects to are looked up in the DNS")
	fs.DurationVar(&a.Patience, "services-timeout", 90*time.Second, "how long all services of one scan may take together")
}

// modelFlags are the flags of the language model; about says what it is asked.
func modelFlags(fs *pflag.FlagSet, m *audit.Model, about string) {
	fs.StringVar(&m.Address, "llm", "", "ask a language model "+about+": the address of an OpenAI-compatible service")
	fs.StringVar(&m.Name, "llm-model", "", "which model")
	fs.BoolVar(&m.SendCode, "llm-send-code", false,
		"consent to sending code around the places to it, secrets starred out; without it nothing is sent")
	fs.IntVar(&m.Budget, "llm-budget", 20, "how many questions it may be asked")
	fs.StringVar(&m.Record, "llm-record", "", "a file to write every question and answer to, one JSON object a line")
}
