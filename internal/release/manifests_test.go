package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/testkit/yamljson"
)

// packedArchives are what a manifest may rely on: of each archive of ringfence its SHA-256 and the
// names in it.
type packedArchives struct {
	version string
	sums    map[string]string
	names   map[string][]string
}

// place is where a release has its archives.
const place = "https://github.com/ringfence-dev/ringfence/releases/download/v"

var (
	caskLine    = regexp.MustCompile(`(?m)^ *(sha256|url|name|desc|homepage|binary|manpage|(?:bash|zsh|fish)_completion) "([^"]*)"$`)
	caskMachine = regexp.MustCompile(`(?s)on_(intel|arm) do\s+sha256 "([0-9a-f]{64})"\s+url "([^"]+)"\s+end`)
	caskBegin   = regexp.MustCompile(`(?m)^.* do$|<<~EOS$`)
	caskEnd     = regexp.MustCompile(`(?m)^ *(?:end|EOS)$`)
)

// caskLacks says what a cask of Homebrew lacks for these archives, by Homebrew's own
// descriptions of a cask: each machine with address and sum, a program, its pages and
// completions that the archive has, and the words that people search.
func caskLacks(text string, of packedArchives) []string {
	var lacks []string
	if !strings.Contains(text, "\ncask \"ringfence\" do\n") || !strings.Contains(text, "\n  version \""+of.version+"\"\n") {
		lacks = append(lacks, "the name and the version "+of.version)
	}
	if begun, ended := len(caskBegin.FindAllString(text, -1)), len(caskEnd.FindAllString(text, -1)); begun != ended {
		lacks = append(lacks, fmt.Sprintf("an end: %d blocks begin and %d end", begun, ended))
	}
	mac, linux, _ := strings.Cut(text, "on_linux do")
	for system, part := range map[string]string{"darwin": mac, "linux": linux} {
		got := map[string]string{}
		for _, m := range caskMachine.FindAllStringSubmatch(part, -1) {
			got[m[1]] = strings.ReplaceAll(m[3], "#{version}", of.version) + " " + m[2]
		}
		for machine, in := range map[string]string{"amd64": "intel", "arm64": "arm"} {
			name := "ringfence_" + of.version + "_" + system + "_" + machine + ".tar.gz"
			if want := place + of.version + "/" + name + " " + of.sums[name]; got[in] != want {
				lacks = append(lacks, name+" with its sum")
			}
		}
	}
	said := map[string][]string{}
	for _, m := range caskLine.FindAllStringSubmatch(text, -1) {
		said[m[1]] = append(said[m[1]], m[2])
	}
	for _, one := range []string{"name", "desc", "homepage", "binary", "manpage", "bash_completion", "zsh_completion", "fish_completion"} {
		if len(said[one]) == 0 {
			lacks = append(lacks, one)
		}
	}
	// brew audit: short, no full stop, no article first.
	for _, d := range said["desc"] {
		if len(d) > 80 || strings.HasSuffix(d, ".") || regexp.MustCompile(`(?i)^(?:an?|the|ringfence) `).MatchString(d) {
			lacks = append(lacks, "a description as Homebrew wants it")
		}
	}
	for name, in := range of.names {
		if !strings.HasSuffix(name, ".tar.gz") || strings.Contains(name, "windows") {
			continue
		}
		for _, one := range []string{"binary", "manpage", "bash_completion", "zsh_completion", "fish_completion"} {
			for _, file := range said[one] {
				if !slices.Contains(in, file) {
					lacks = append(lacks, fmt.Sprintf("%s %s, which %s does not hold", one, file, name))
				}
			}
		}
		for _, file := range in {
			if strings.HasPrefix(file, "man/man1/") && !slices.Contains(said["manpage"], file) {
				lacks = append(lacks, "the page "+file)
			}
		}
	}
	slices.Sort(lacks)
	return slices.Compact(lacks)
}

// wingetWants are the members that winget's schemas (1.12.0) require, with the form of each.
// The schemas themselves are Microsoft's, and not kept here.
var wingetWants = map[string]map[string]string{
	".yaml":           {"DefaultLocale": `^en-US$`, "ManifestType": `^version$`},
	".installer.yaml": {"InstallerType": `^zip$`, "ReleaseDate": `^\d{4}-\d{2}-\d{2}$`, "ManifestType": `^installer$`},
	".locale.en-US.yaml": {
		"PackageLocale": `^en-US$`, "Publisher": `^.{2,256}$`, "PackageName": `^.{2,256}$`, "License": `^Apache-2\.0$`,
		"ShortDescription": `^.{3,256}$`, "Moniker": `^ringfence$`, "PackageUrl": `^https://`, "LicenseUrl": `^https://`,
		"ManifestType": `^defaultLocale$`,
	},
}

// wingetLacks says what winget's three manifests lack for these archives.
func wingetLacks(t *testing.T, files map[string]string, of packedArchives) []string {
	t.Helper()
	var lacks []string
	for suffix, want := range wingetWants {
		name := "ringfence-dev.ringfence" + suffix
		if files[name] == "" {
			lacks = append(lacks, name)
			continue
		}
		said, _ := yamljson.Value(t, files[name]).(map[string]any)
		want = mapsMerged(want, map[string]string{
			"PackageIdentifier": `^ringfence-dev\.ringfence$`, "PackageVersion": "^" + regexp.QuoteMeta(of.version) + "$",
			"ManifestVersion": `^1\.12\.0$`,
		})
		for member, form := range want {
			if text, _ := said[member].(string); !regexp.MustCompile(form).MatchString(text) {
				lacks = append(lacks, name+": "+member)
			}
		}
		if suffix == ".installer.yaml" {
			lacks = append(lacks, installersLack(said, of)...)
		}
	}
	slices.Sort(lacks)
	return lacks
}

func mapsMerged(a, b map[string]string) map[string]string {
	out := map[string]string{}
	for _, m := range []map[string]string{a, b} {
		for k, v := range m {
			out[k] = v
		}
	}
	return out
}

// installersLack: a zip for each machine, with its sum, and in it the program under the
// name that people type.
func installersLack(said map[string]any, of packedArchives) (lacks []string) {
	data, _ := json.Marshal(said["Installers"])
	var all []struct {
		Architecture, InstallerURL, InstallerSha256, NestedInstallerType string
		NestedInstallerFiles                                             []struct{ RelativeFilePath, PortableCommandAlias string }
	}
	if err := json.Unmarshal(data, &all); err != nil {
		return []string{"installers: " + err.Error()}
	}
	got := map[string]bool{}
	for _, i := range all {
		name := "ringfence_" + of.version + "_windows_" + map[string]string{"x64": "amd64", "arm64": "arm64"}[i.Architecture] + ".zip"
		ok := i.InstallerURL == place+of.version+"/"+name && i.InstallerSha256 == of.sums[name] && i.NestedInstallerType == "portable" &&
			len(i.NestedInstallerFiles) == 1 && i.NestedInstallerFiles[0].PortableCommandAlias == "ringfence" &&
			slices.Contains(of.names[name], i.NestedInstallerFiles[0].RelativeFilePath)
		got[i.Architecture] = ok
	}
	for _, machine := range []string{"arm64", "x64"} {
		if !got[machine] {
			lacks = append(lacks, "an installer for "+machine)
		}
	}
	return lacks
}

// archivesOf reads what a build packed of ringfence.
func archivesOf(t *testing.T, dir, version string) packedArchives {
	t.Helper()
	out := packedArchives{version: version, sums: map[string]string{}, names: map[string][]string{}}
	files, _ := filepath.Glob(filepath.Join(dir, "ringfence_"+version+"_*"))
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		if out.sums[name], err = sumOf(file); err != nil {
			t.Fatal(err)
		}
		switch {
		case strings.HasSuffix(name, ".zip"):
			z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range z.File {
				out.names[name] = append(out.names[name], f.Name)
			}
		case strings.HasSuffix(name, ".tar.gz"):
			z, err := gzip.NewReader(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			r := tar.NewReader(z)
			for h, err := r.Next(); !errors.Is(err, io.EOF); h, err = r.Next() {
				if err != nil {
					t.Fatal(err)
				}
				out.names[name] = append(out.names[name], h.Name)
			}
		}
	}
	return out
}

// manifestsIn reads what goreleaser wrote for winget, by file name.
func manifestsIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	files, _ := filepath.Glob(filepath.Join(dir, "winget/manifests/r/ringfence-dev/ringfence/*/*.yaml"))
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.Base(file)] = string(data)
	}
	return out
}

// TestReleaseHasManifests: what a release build wrote for Homebrew and winget names the
// archives it packed.
func TestReleaseHasManifests(t *testing.T) {
	dir := built(t)
	made, err := tableOf(dir)
	if made.version == "" {
		t.Fatal(err)
	}
	of := archivesOf(t, dir, made.version)
	cask, err := os.ReadFile(filepath.Join(dir, "homebrew/Casks/ringfence.rb"))
	if err != nil {
		t.Fatal(err)
	}
	if lacks := caskLacks(string(cask), of); len(lacks) > 0 {
		t.Errorf("Homebrew's cask lacks\n%s", strings.Join(lacks, "\n"))
	}
	if lacks := wingetLacks(t, manifestsIn(t, dir), of); len(lacks) > 0 {
		t.Errorf("winget's manifests lack\n%s", strings.Join(lacks, "\n"))
	}
}

// fixture is what goreleaser wrote for Homebrew and winget with the configuration that is
// here, of archives whose sum is the one of their name.
func fixture(t *testing.T) (cask string, winget map[string]string, of packedArchives) {
	t.Helper()
	cask, winget = read(t, "internal/release/testdata/manifests/ringfence.rb"), map[string]string{}
	for suffix := range wingetWants {
		winget["ringfence-dev.ringfence"+suffix] = read(t, "internal/release/testdata/manifests/ringfence-dev.ringfence"+suffix)
	}
	of = packedArchives{version: "1.2.3", sums: map[string]string{}, names: map[string][]string{}}
	for _, platform := range platforms {
		in := slices.Concat([]string{"LICENSE", "ringfence"}, packed)
		for _, m := range regexp.MustCompile(`manpage "([^"]+)"`).FindAllStringSubmatch(cask, -1) {
			in = append(in, m[1])
		}
		name := "ringfence_1.2.3_" + platform + ".tar.gz"
		if strings.HasPrefix(platform, "windows") {
			name, in = "ringfence_1.2.3_"+platform+".zip", append(in, "ringfence.exe")
		}
		of.names[name], of.sums[name] = in, fmt.Sprintf("%x", sha256.Sum256([]byte(name)))
	}
	return cask, winget, of
}

// A cask that lacks one of the lines that install something, or names another archive, is
// found; so is a page of the archive that it leaves out.
func TestCaskOfHomebrew(t *testing.T) {
	whole, _, of := fixture(t)
	if lacks := caskLacks(whole, of); len(lacks) > 0 {
		t.Fatal(lacks)
	}
	dropped := 0
	for line := range strings.Lines(whole) {
		if !caskLine.MatchString(strings.TrimSuffix(line, "\n")) && !strings.Contains(line, " do\n") && !strings.HasPrefix(line, "end") {
			continue
		}
		dropped++
		if strings.Count(whole, line) == 1 && len(caskLacks(strings.Replace(whole, line, "", 1), of)) == 0 {
			t.Errorf("nothing is missed without %q", line)
		}
	}
	if dropped < 45 {
		t.Errorf("only %d lines were dropped", dropped)
	}
	for name, text := range map[string]string{
		"another sum":         strings.Replace(whole, of.sums["ringfence_1.2.3_linux_arm64.tar.gz"], strings.Repeat("0", 64), 1),
		"another place":       strings.ReplaceAll(whole, "ringfence-dev/ringfence/releases", "other/ringfence/releases"),
		"machines swapped":    strings.Replace(whole, "on_intel do", "on_arm do", 1),
		"another version":     strings.Replace(whole, `version "1.2.3"`, `version "1.2.4"`, 1),
		"a page that is none": strings.Replace(whole, "man1/ringfence-scan.1", "man1/ringfence-scans.1", 1),
		"a long description":  strings.Replace(whole, "Least privilege", "The least privilege", 1),
	} {
		if text == whole || len(caskLacks(text, of)) == 0 {
			t.Errorf("%s is taken", name)
		}
	}
	one := "ringfence_1.2.3_darwin_arm64.tar.gz"
	of.names[one] = append(of.names[one], "man/man1/ringfence-new.1")
	if diff := cmp.Diff([]string{"the page man/man1/ringfence-new.1"}, caskLacks(whole, of)); diff != "" {
		t.Error(diff)
	}
}

// Manifests of winget that lack a file, a member or a machine are found.
func TestManifestsOfWinget(t *testing.T) {
	_, whole, of := fixture(t)
	if lacks := wingetLacks(t, whole, of); len(lacks) > 0 {
		t.Fatal(lacks)
	}
	for name, text := range whole {
		broken := maps.Clone(whole)
		delete(broken, name)
		if len(wingetLacks(t, broken, of)) == 0 {
			t.Errorf("nothing is missed without %s", name)
		}
		for line := range strings.Lines(text) {
			member, _, ok := strings.Cut(strings.TrimLeft(line, " -"), ":")
			wanted := wingetWants[strings.TrimPrefix(name, "ringfence-dev.ringfence")][member] != ""
			if !ok || !wanted && !strings.Contains(line, "Package") && !strings.Contains(line, "Installer") && member != "ManifestVersion" {
				continue
			}
			if member == "Installers" || member == "InstallerLocale" {
				continue
			}
			broken[name] = strings.Replace(text, line, strings.Replace(line, member+":", "Other:", 1), 1)
			if len(wingetLacks(t, broken, of)) == 0 {
				t.Errorf("nothing is missed in %s without %q", name, line)
			}
		}
	}
}

// The manifests are made of the archives that goreleaser packs once for each machine, where
// a release has them, and are handed to nobody.
func TestManifestsAreNotPublished(t *testing.T) {
	config, _ := yamljson.Value(t, read(t, ".goreleaser.yaml")).(map[string]any)
	for _, kind := range []string{"homebrew_casks", "winget"} {
		all, _ := config[kind].([]any)
		if len(all) != 1 {
			t.Fatalf("%d %s", len(all), kind)
		}
		one, _ := all[0].(map[string]any)
		if diff := cmp.Diff([]any{true, []any{"ringfence"}}, []any{one["skip_upload"], one["ids"]}); diff != "" {
			t.Errorf("%s: skip_upload and ids (-want +.goreleaser.yaml):\n%s", kind, diff)
		}
	}
}
