package supplychain

import (
	"testing"

	"github.com/ringfence-dev/ringfence/internal/extension"
)

func TestRepositoryName(t *testing.T) {
	for in, want := range map[string]string{
		"https://github.com/acme/toy": "github.com/acme/toy", "https://github.com/acme/toy.git": "github.com/acme/toy",
		"git+https://github.com/acme/toy.git": "github.com/acme/toy", "git://github.com/acme/toy": "github.com/acme/toy",
		"git@github.com:acme/toy.git": "github.com/acme/toy", "ssh://git@github.com/acme/toy.git": "github.com/acme/toy",
		"git+ssh://git@github.com/acme/toy.git": "github.com/acme/toy", "github:acme/toy": "github.com/acme/toy",
		"acme/toy": "github.com/acme/toy",
		"https://github.com/acme/toy/tree/main/packages/x#readme": "github.com/acme/toy",
		"https://www.GitHub.com/acme/toy/":                        "github.com/acme/toy",
		"https://gitlab.com/acme/toy":                             "gitlab.com/acme/toy", "gitlab:acme/toy": "gitlab.com/acme/toy",
		"https://example.com/acme/toy": "", "https://github.com.evil.example/acme/toy": "", "https://evilgithub.com/acme/toy": "",
		"bitbucket:acme/toy": "",
		"":                   "", "toy": "", "https://github.com/acme": "", "https://github.com/acme/../x": "", "https://github.com/a%2fb/c": "",
		"https://github.com/acme/..": "",
		"../x":                       "", "./x": "", "https://github.com/acme/t oy": "", "a/b/c": "",
	} {
		if got := RepositoryName(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

func FuzzRepositoryName(f *testing.F) {
	f.Add("git+https://github.com/acme/toy.git")
	f.Fuzz(func(t *testing.T, s string) {
		if name := RepositoryName(s); name != "" && RepositoryName("https://"+name) != name {
			t.Fatalf("%q is %q, which is another", s, name)
		}
	})
}

// The archive's own manifest is asked first, then package.json.
func TestRepository(t *testing.T) {
	e := &extension.Extension{Manifest: &extension.Manifest{Repository: "https://github.com/acme/json"}}
	if got := Repository(e); got != "https://github.com/acme/json" {
		t.Errorf("without a .vsixmanifest: %s", got)
	}
	e.VSIX = &extension.VSIXManifest{}
	if got := Repository(e); got != "https://github.com/acme/json" {
		t.Errorf("a .vsixmanifest that names none: %s", got)
	}
	e.VSIX.Properties = []extension.Pair{
		{Key: "Microsoft.VisualStudio.Services.Links.GitHub", Value: "https://github.com/acme/second"},
		{Key: "Microsoft.VisualStudio.Services.Links.Source", Value: "https://github.com/acme/first"},
	}
	if got := Repository(e); got != "https://github.com/acme/first" {
		t.Errorf("%s", got)
	}
}
