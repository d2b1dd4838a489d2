package rounds

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// services are the real hosts that models of a set name: those that honest ones ask, and those that are abused by what
// stands behind them. Every other address is one of RFC 5737 or RFC 6761, or this machine's own.
var services = []string{
	"api.anthropic.com", "api.bitbucket.org", "api.github.com", "api.mainnet-beta.solana.com", "api.met.no", "api.open-meteo.com",
	"api-free.deepl.com", "api.figma.com", "api.osv.dev", "docs.rs", "pub.dev",
	"api.openai.com", "api.telegram.org", "astral.sh", "calendar.app.google", "cursors.example.org", "day.js.org",
	"dc.services.visualstudio.com", "dev.azure.com",
	"discord.com", "dpaste.org", "example.atlassian.net", "gist.github.com", "github.com", "gitlab.com", "gitmoji.dev", "hooks.slack.com",
	"ifconfig.me",
	"json.schemastore.org", "kroki.io", "northeurope-2.in.applicationinsights.azure.com", "pypi.org", "pypi.tuna.tsinghua.edu.cn",
	"raw.githubusercontent.com", "registry.npm" + "js.org", "registry.npm" + "mirror.com", "s3.eu-central-1.amazonaws.com",
	"westeurope-5.in.applicationinsights.azure.com", "localhost", "www.shellcheck.net", "www.w3.org", "127.0.0.1", "x",
	// What a cloud tells its machines: nobody's host.
	"169.254.169.254",
	// Of a text that hides the rest of its address.
	"in",
}

var (
	addressed = regexp.MustCompile(`(?:https?|wss?|tcp)://([A-Za-z0-9._-]+)`)
	nobodys   = regexp.MustCompile(`\.(invalid|example)$|^192\.0\.2\.|^198\.51\.100\.|^203\.0\.113\.`)
)

// The sources of a set are models, written by us, in an archive that nothing unpacks: no address in them has a host of
// anybody's but those that are listed. A host that is named without a scheme is not looked for.
func TestTheSetsNameNobodysHosts(t *testing.T) {
	sets, err := filepath.Glob("testdata/sets/*.tar.gz")
	if err != nil || len(sets) == 0 {
		t.Fatalf("no sets: %v", err)
	}
	for _, set := range sets {
		f, err := os.Open(set)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		hosts := 0
		for files := tar.NewReader(z); ; {
			h, err := files.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(io.LimitReader(files, 1<<20))
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(h.Name, "spec/") {
				continue
			}
			for _, m := range addressed.FindAllStringSubmatch(string(text), -1) {
				host := strings.Trim(m[1], ".") // the end of a sentence, or what stands for a host
				if hosts++; host != "" && !nobodys.MatchString(host) && !slices.Contains(services, host) {
					t.Errorf("%s: %s names %s", set, h.Name, host)
				}
			}
		}
		if hosts < 50 {
			t.Errorf("%s has %d addresses: is it a set?", set, hosts)
		}
	}
}
