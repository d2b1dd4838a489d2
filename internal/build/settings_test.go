package build

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// password is put into addresses here and not there, where a test looks for such.
const password = "hunter2"

func TestABuildIsGivenNamedVariablesOnly(t *testing.T) {
	w := workplace{root: filepath.FromSlash("/w"), registry: registry{address: "https://packages.example/"}}
	ours := []string{
		"PATH=" + strings.Join(
			[]string{"/usr/bin", "relative", ".", "", "/bin"},
			string(filepath.ListSeparator),
		),
		"HOME=/home/me",
		"LANG=de_DE.UTF-8",
		"NODE_OPTIONS=--require=/x.js",
		"LD_PRELOAD=/x.so",
		"FLAVOUR=sweet",
		"OTHER=value",
		"npm_config_//packages.example/:_authToken=t",
		"http_proxy=http://me:" + password + "@proxy.example:3128",
		"no_proxy=localhost",
	}
	env, err := environment(ours, w, []string{"FLAVOUR", "ABSENT"})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"LANG=de_DE.UTF-8", "FLAVOUR=sweet", "HOME=" + w.home(), "http_proxy=http://proxy.example:3128",
		"no_proxy=localhost"} {
		if !slices.Contains(env, want) {
			t.Errorf("%s is missing in %q", want, env)
		}
	}
	for _, kv := range env {
		name, value, _ := strings.Cut(kv, "=")
		if slices.Contains([]string{"NODE_OPTIONS", "LD_PRELOAD", "OTHER", "ABSENT"}, name) || strings.Contains(kv, "hunter2") ||
			strings.Contains(kv, "_auth") {
			t.Errorf("%s is given", kv)
		}
		if name == "PATH" && value != strings.Join([]string{w.shims(), "/usr/bin", "/bin"}, string(filepath.ListSeparator)) {
			t.Errorf("PATH is %s", value)
		}
	}
	if !slices.IsSorted(env) {
		t.Error("it is not sorted")
	}
}

func TestASecretIsNotGivenEvenWhenNamed(t *testing.T) {
	for _, name := range []string{
		"GITHUB_TOKEN", "github_token", "GITHUB_ENV", "ACTIONS_RUNTIME_URL", "RUNNER_TEMP", "INPUT_X", "INPUT_GITHUB-TOKEN", "NPM_TOKEN",
		"VSCE_PAT", "OVSX_PAT", "OPENAI_API_KEY",
		"MY_SECRET", "DB_PASSWORD", "npm_config__auth", "NODE_AUTH_TOKEN", "NODE_OPTIONS", "LD_PRELOAD", "PATH", "HOME", "A B", "", "A=B",
	} {
		if env, err := environment([]string{name + "=x"}, workplace{}, []string{name}); err == nil {
			t.Errorf("%q is given: %q", name, env)
		}
	}
	for _, name := range []string{"FLAVOUR", "NODE_ENV", "KEYBOARD", "ESBUILD_TARGET"} {
		if _, err := environment([]string{name + "=x"}, workplace{}, []string{name}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTheRegistryIsTakenOverWithoutItsPassword(t *testing.T) {
	r, err := parseRegistry(
		[]byte(`{"registry": "https://packages.example/npm/", "@acme:registry": "https://acme.example/", "cafile": "/etc/ca.pem",
		"//packages.example/:_authToken": "hunter2", "_auth": "hunter2", "https-proxy": "http://me:` + password +
			`@proxy.example:1", "noproxy": ["", "a.example"], "ignore-scripts": false}`),
	)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range r.settings() {
		if strings.Contains(text, "hunter2") {
			t.Errorf("%s holds a password:\n%s", name, text)
		}
		if name != ".npmrc-global" && !strings.Contains(text, "https://packages.example/npm/") ||
			name == ".npmrc" && !strings.Contains(text, "@acme:registry=https://acme.example/\n") {
			t.Errorf("%s does not name the registry:\n%s", name, text)
		}
	}
	for _, bad := range []string{`{"registry": "https://me:` + password + `@packages.example/"}`, `{"registry": "file:///etc"}`,
		`{"registry": "https://x/\nscript-shell=/x"}`, `{}`, `[`} {
		if r, err := parseRegistry([]byte(bad)); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %+v, %v", bad, r, err)
		}
	}
}

func TestTheManagerIsTheLockFiles(t *testing.T) {
	ext := manifest("tool")
	with := func(field string) string { return strings.Replace(ext, "{", `{"packageManager": "`+field+`", `, 1) }
	const sum = "sha512.1fc009bc09d13cfd0e19efa44cbfc2b9cf6ca61482725eb35bbc5e257e093ebf4130db6dfe15d604ff4b79efd8e1e8e99b25fa7d0a6197c9f9" +
		"826358d4d65c3c"
	for name, c := range map[string]struct {
		files  map[string]string
		folder string
		want   manager
	}{
		"npm": {map[string]string{"package.json": ext, "package-lock.json": "{}"}, ".",
			manager{name: npmName, folder: ".", locked: true}},
		"shrinkwrap": {map[string]string{"package.json": ext, "npm-shrinkwrap.json": "{}", "package-lock.json": "{}"}, ".",
			manager{name: npmName, folder: ".", locked: true}},
		"none": {map[string]string{"a/package.json": ext}, "a", manager{name: npmName, folder: "a"}},
		"pnpm 7": {map[string]string{"package.json": ext, "pnpm-lock.yaml": "lockfileVersion: 5.4\n"}, ".",
			manager{name: pnpmName, version: pnpm7, folder: ".", locked: true}},
		"pnpm 8": {map[string]string{"package.json": ext, "pnpm-lock.yaml": "lockfileVersion: '6.0'\n"}, ".",
			manager{name: pnpmName, version: pnpm8, folder: ".", locked: true}},
		"pnpm 10": {map[string]string{"package.json": ext, "pnpm-lock.yaml": "lockfileVersion: '9.0'\n"}, ".",
			manager{name: pnpmName, version: pnpm10, folder: ".", locked: true}},
		"yarn 1": {map[string]string{"package.json": ext, "yarn.lock": "# yarn lockfile v1\n"}, ".",
			manager{name: classicName, version: yarnClassic, folder: ".", locked: true}},
		"yarn 3": {map[string]string{"package.json": ext, "yarn.lock": "# x\n\n__metadata:\n  version: 6\n  cacheKey: 8\n"}, ".",
			manager{name: berryName, version: yarn3, folder: ".", locked: true}},
		"yarn 4.9": {map[string]string{"package.json": ext, "yarn.lock": "__metadata:\n  cacheKey: 10c0\n  version: 8\n"}, ".",
			manager{name: berryName, version: yarn49, folder: ".", locked: true}},
		"yarn 4.18": {map[string]string{"package.json": ext, "yarn.lock": "__metadata:\r\n  version: 10\r\n"}, ".",
			manager{name: berryName, version: yarn4, folder: ".", locked: true}},
		"named": {map[string]string{"package.json": with("yarn@4.9.2+" + sum), "yarn.lock": "__metadata:\n  version: 10\n"}, ".",
			manager{name: berryName, version: "4.9.2", sum: sum, folder: ".", locked: true}},
		"named of two": {map[string]string{"package.json": with("npm@10.2.0"), "yarn.lock": "", "package-lock.json": ""}, ".",
			manager{name: npmName, version: "10.2.0", folder: ".", locked: true}},
		"a workspace": {map[string]string{"package.json": `{"packageManager": "pnpm@9.1.0"}`, "pnpm-lock.yaml": "",
			"a/b/package.json": ext}, "a/b", manager{name: pnpmName, version: "9.1.0", folder: ".", locked: true}},
		"named above": {map[string]string{"package.json": `{"packageManager": "pnpm@9.1.0"}`, "a/b/package.json": ext,
			"a/pnpm-lock.yaml": ""}, "a/b", manager{name: pnpmName, version: "9.1.0", folder: "a", locked: true}},
		"the nearest lock": {map[string]string{"yarn.lock": "", "a/package.json": ext, "a/package-lock.json": ""}, "a",
			manager{name: npmName, folder: "a", locked: true}},
		"a folder like one": {map[string]string{"package.json": ext, "yarn.lock/": "", "package-lock.json": ""}, ".",
			manager{name: npmName, folder: ".", locked: true}},
		"named without lock": {map[string]string{"package.json": with("pnpm@9.1.0")}, ".",
			manager{name: pnpmName, version: "9.1.0", folder: "."}},
	} {
		if got, err := detectIn(t, c.files, c.folder); err != nil || got != c.want {
			t.Errorf("%s: %+v, %v; want %+v", name, got, err, c.want)
		}
	}
	for name, files := range map[string]map[string]string{
		"two locks":       {"package.json": ext, "yarn.lock": "", "package-lock.json": ""},
		"another's lock":  {"package.json": with("pnpm@9.1.0"), "package-lock.json": ""},
		"a range":         {"package.json": with("pnpm@^9"), "pnpm-lock.yaml": ""},
		"a tag":           {"package.json": with("yarn@latest"), "yarn.lock": ""},
		"an address":      {"package.json": with("yarn@https://evil.example/yarn.js"), "yarn.lock": ""},
		"another program": {"package.json": with("bun@1.0.0")},
		"an option":       {"package.json": with("npm@--registry=x")},
		"a short hash":    {"package.json": with("npm@10.2.0+sha512.abc")},
	} {
		if got, err := detectIn(t, files, "."); err == nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func detectIn(t *testing.T, files map[string]string, folder string) (manager, error) {
	t.Helper()
	dir := t.TempDir()
	lay(t, dir, files)
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = root.Close() }()
	return detect(root, folder)
}

func TestACopyLeavesOutWhatABuildMustNotHave(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	lay(
		t,
		from,
		map[string]string{
			".git/config":               "x",
			"a/node_modules/x/index.js": "x",
			"a/src/main.ts":             "code",
			"a/.npmrc":                  "registry=x",
			"a/head.maps.zip":           "maps",
		},
	)
	for link, target := range map[string]string{"a/in": "src/main.ts", "a/out": "../../etc/passwd", "a/abs": "/etc/passwd", "up": ".."} {
		if err := os.Symlink(target, filepath.Join(from, link)); err != nil {
			t.Skipf("elsewhere: this system makes no symbolic links: %v", err)
		}
	}
	if err := copyTree(t.Context(), from, to); err != nil {
		t.Fatal(err)
	}
	var got []string
	err := filepath.WalkDir(to, func(name string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(to, name)
			got = append(got, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil || !slices.Equal(got, []string{"a/.npmrc", "a/in", "a/src/main.ts"}) {
		t.Errorf("copied %v, %v", got, err)
	}
}

// What a build leaves is taken only when it is the extension that was asked
// for, and a regular file.
func TestOnlyTheExtensionIsTaken(t *testing.T) {
	want := Project{Path: ".", Publisher: "acme", Name: "tool", Version: "1.2.3"}
	dir := t.TempDir()
	lay(t, dir, map[string]string{"text.vsix": "no archive"})
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "link.vsix")); err != nil {
		t.Skipf("elsewhere: this system makes no symbolic links: %v", err)
	}
	archive(t, filepath.Join(dir, "other.vsix"), manifest("other"))
	archive(t, filepath.Join(dir, "tool.vsix"), manifest("tool"))
	for name, reason := range map[string]string{"text.vsix": "no extension", "link.vsix": "not a regular file",
		"absent.vsix": "left no archive", "other.vsix": `of "acme.other" and not of "acme.tool"`} {
		out := filepath.Join(t.TempDir(), "out.vsix")
		p, err := openPlace(t.Context(), out, want)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := p.take(t.Context(), filepath.Join(dir, name), want); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
		p.close()
		if _, err := os.Lstat(out); err == nil {
			t.Errorf("%s was written", name)
		}
	}
	// The folder it goes to is the one that was there before the build.
	parent := t.TempDir()
	lay(t, parent, map[string]string{"dist/": "", "elsewhere/": ""})
	p, err := openPlace(t.Context(), filepath.Join(parent, "dist", "out.vsix"), want)
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	if err := os.Rename(filepath.Join(parent, "dist"), filepath.Join(parent, "moved")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("elsewhere", filepath.Join(parent, "dist")); err != nil {
		t.Fatal(err)
	}
	if r, err := p.take(t.Context(), filepath.Join(dir, "tool.vsix"), want); err != nil || r.Files != 1 || len(r.SHA256) != 64 {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := os.Lstat(filepath.Join(parent, "elsewhere", "out.vsix")); err == nil {
		t.Error("it was written where the build led it")
	}
	if _, err := os.Lstat(filepath.Join(parent, "moved", "out.vsix")); err != nil {
		t.Error(err)
	}
}

// An earlier package of the same extension makes way, with its maps, before anything is
// built; what is anything else stays, and is named.
func TestOnlyAnEarlierPackageMakesWay(t *testing.T) {
	want := Project{Path: ".", Publisher: "acme", Name: "tool", Version: "1.2.3"}
	for _, x := range []struct{ name, file, why string }{
		{"the same extension", "tool.vsix", ""},
		{"another extension", "other.vsix", `it is of "acme.other"`},
		{"no archive", "text.vsix", "it is no .vsix that can be read"},
		{"another kind of file", "tool.zip", "it is no .vsix"},
		{"a link", "link.vsix", "it is no .vsix"},
		{"a folder", "folder.vsix", "it is no .vsix"},
	} {
		dir := t.TempDir()
		lay(t, dir, map[string]string{"text.vsix": "no archive", "folder.vsix/x": ""})
		archive(t, filepath.Join(dir, "tool.vsix"), manifest("tool"))
		archive(t, filepath.Join(dir, "tool.zip"), manifest("tool"))
		archive(t, filepath.Join(dir, "other.vsix"), manifest("other"))
		if err := os.Symlink("tool.vsix", filepath.Join(dir, "link.vsix")); err != nil {
			t.Skipf("elsewhere: this system makes no symbolic links: %v", err)
		}
		stem := strings.TrimSuffix(x.file, ".vsix")
		lay(t, dir, map[string]string{stem + MapsSuffix: "maps"})
		p, err := openPlace(t.Context(), filepath.Join(dir, x.file), want)
		_, left := os.Lstat(filepath.Join(dir, x.file))
		_, maps := os.Lstat(filepath.Join(dir, stem+MapsSuffix))
		if x.why != "" {
			if err == nil || !strings.Contains(err.Error(), x.why+"; remove it") || left != nil || maps != nil {
				t.Errorf("%s: %v; %v, %v", x.name, err, left, maps)
			}
			continue
		}
		if err != nil || left == nil || maps == nil {
			t.Errorf("%s: %v; the package is there: %v, its maps: %v", x.name, err, left == nil, maps == nil)
		}
		p.close()
	}
}
