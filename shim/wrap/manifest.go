package wrap

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/extension/jsondoc"
)

// The members of package.json that wrapping adds.
const (
	atMain     = "/main"
	atReal     = "/realEntryPoint"
	atWrapping = "/ringfence"
	// A browser entry that is dropped keeps its place under another name.
	atBrowser       = "/browser"
	atRealBrowser   = "/realBrowserEntryPoint"
	realBrowserName = "realBrowserEntryPoint"
)

// wrapping is what a wrapped package.json says of itself.
type wrapping struct {
	Version int `json:"version"`
	// Notice is for people, and for licences that want a change to be marked.
	Notice string `json:"notice"`
	Mode   Mode   `json:"mode"`
	Level  Level  `json:"level"`
	Loader string `json:"loader"`
	// Original is the digest of package.json as it was.
	Original string `json:"original"`
	// Policy is the digest of policy.json.
	Policy string   `json:"policy"`
	Added  []string `json:"added"`
	// Browser says what became of the browser entry, "drop" or "unfenced"; absent:
	// there was none.
	Browser Browser `json:"browser,omitempty"`
	// Command is the place of the command that opens the loader's menu, which wrapping
	// put there; empty: package.json has none, as of a ringfence before it, or where
	// putting it there could not be undone.
	Command string `json:"command,omitempty"`
}

// noticeOf adds what is said, besides, of a browser entry.
func noticeOf(b Browser) string {
	switch b {
	case BrowserDrop:
		return notice + " The browser entry was taken out; realBrowserEntryPoint has it."
	case BrowserUnfenced:
		return notice + " The browser entry is the original's and runs without the loader and without a policy."
	}
	return notice
}

const notice = "This package was modified by ringfence: main leads to its loader, which runs realEntryPoint under a policy. No other " +
	"file of the original was changed."

func maxDepth() int { return extension.DefaultLimits().MaxDepth }

// wrappedManifest returns package.json with main leading to the loader; every byte
// that need not change stays. It proves that the change can be undone.
func wrappedManifest(original []byte, p plan, added []string, o Options) ([]byte, error) {
	doc, err := jsondoc.Parse(original, maxDepth())
	if err != nil {
		return nil, fmt.Errorf("reading package.json: %w", err)
	}
	out, command := withCommand(original, doc, p.id)
	about, err := json.Marshal(wrapping{
		Version: configVersion, Notice: noticeOf(p.browser), Browser: p.browser, Mode: o.Mode, Level: o.Level, Loader: p.loader,
		Command: command, Original: digest(original), Policy: digest(policyFor(p, o).Bytes()), Added: added,
	})
	if err != nil {
		return nil, fmt.Errorf("writing package.json: %w", err)
	}
	main, err := json.Marshal(p.main)
	if err != nil {
		return nil, fmt.Errorf("writing package.json: %w", err)
	}
	for _, edit := range []struct {
		at    string
		value []byte
	}{{atMain, main}, {atReal, []byte(doc.Raw(doc.Find(atMain)))}, {atWrapping, about}} {
		if out, err = jsondoc.Set(out, edit.at, edit.value, maxDepth()); err != nil {
			return nil, refuse("its package.json cannot be edited: %v", err)
		}
	}
	if p.browser == BrowserDrop {
		if out, err = jsondoc.Rename(out, atBrowser, realBrowserName, maxDepth()); err != nil {
			return nil, refuse("its package.json cannot be edited: %v", err)
		}
	}
	if back, err := originalManifest(out); err != nil || !bytes.Equal(back, original) {
		return nil, fmt.Errorf("the change of package.json cannot be undone: %w", errors.Join(err, errChanged))
	}
	return out, nil
}

// Where a manifest has its commands. VS Code reads a single one in the place of the list, which is left alone.
const (
	atContributes = "/contributes"
	atCommands    = "/contributes/commands"
)

// withCommand returns a manifest in which a command opens the loader's menu, so that
// the palette has a way to what the extension may do and out of its fence, and the place
// that was added; empty where it cannot be added and taken out again.
func withCommand(original []byte, doc *jsondoc.Document, id string) (out []byte, at string) {
	menu, err := json.Marshal(map[string]string{
		"command": menuPrefix + id, "title": "What " + id + " may do, and its fence", "category": "ringfence",
	})
	if err != nil {
		return original, ""
	}
	commands := doc.Find(atCommands)
	value := menu
	switch {
	case doc.Find(atContributes) == nil:
		at, value = atContributes, fmt.Appendf(nil, `{"commands":[%s]}`, menu)
	case commands == nil:
		at, value = atCommands, fmt.Appendf(nil, "[%s]", menu)
	case commands.Kind != jsondoc.Array:
		return original, ""
	default:
		at = fmt.Sprintf("%s/%d", atCommands, len(commands.Items))
	}
	out, err = jsondoc.Set(original, at, value, maxDepth())
	if err != nil {
		return original, ""
	}
	back, err := jsondoc.Remove(out, at, maxDepth())
	if err != nil || !bytes.Equal(back, original) {
		return original, ""
	}
	return out, at
}

// menuPrefix begins the command that opens a fence's menu, as the loader names it (vscode/session.js).
const menuPrefix = "ringfence.menu."

// withoutCommand takes out what withCommand put there. Where something else stands now it stays: somebody changed
// the file, and a stranger's manifest names no other place to take out.
func withoutCommand(manifest []byte, at string) ([]byte, error) {
	doc, err := jsondoc.Parse(manifest, maxDepth())
	if err != nil {
		return nil, fmt.Errorf("reading package.json: %w", err)
	}
	item := at
	switch at {
	case atContributes:
		item = atCommands + "/0"
	case atCommands:
		item += "/0"
	}
	v := doc.Find(item + "/command")
	if !strings.HasPrefix(item, atCommands+"/") || v == nil || !strings.HasPrefix(v.Text, menuPrefix) {
		return manifest, nil
	}
	out, err := jsondoc.Remove(manifest, at, maxDepth())
	if err != nil {
		return nil, fmt.Errorf("taking ringfence's command out: %w", err)
	}
	return out, nil
}

var errChanged = errors.New("it would not be the same bytes")

// originalManifest undoes what wrappedManifest did.
func originalManifest(wrapped []byte) ([]byte, error) {
	doc, err := jsondoc.Parse(wrapped, maxDepth())
	if err != nil {
		return nil, fmt.Errorf("reading package.json: %w", err)
	}
	real := doc.Raw(doc.Find(atReal))
	if real == "" {
		return nil, refuse(`its package.json has no "realEntryPoint"`)
	}
	out, err := jsondoc.Set(wrapped, atMain, []byte(real), maxDepth())
	if err == nil && doc.Find(atRealBrowser) != nil {
		out, err = jsondoc.Rename(out, atRealBrowser, strings.TrimPrefix(atBrowser, "/"), maxDepth())
	}
	if at := doc.Find(atWrapping + "/command"); err == nil && at != nil {
		out, err = withoutCommand(out, at.Text)
	}
	for _, at := range []string{atWrapping, atReal} {
		if err == nil {
			out, err = jsondoc.Remove(out, at, maxDepth())
		}
	}
	if err != nil {
		return nil, refuse("its package.json cannot be edited: %v", err)
	}
	return out, nil
}

// mainOf is main as text.
func mainOf(manifest []byte) (string, error) {
	doc, err := jsondoc.Parse(manifest, maxDepth())
	if err != nil {
		return "", fmt.Errorf("reading package.json: %w", err)
	}
	if v := doc.Find(atMain); v != nil && v.Kind == jsondoc.String {
		return v.Text, nil
	}
	return "", refuse("its package.json has no main")
}

// wrappingOf reads what a package.json says of its wrapping.
func wrappingOf(manifest []byte) (wrapping, error) {
	var w wrapping
	doc, err := jsondoc.Parse(manifest, maxDepth())
	if err != nil {
		return w, refuse("reading package.json: %v", err)
	}
	raw := doc.Raw(doc.Find(atWrapping))
	if raw == "" {
		return w, refuse("it is not wrapped: its package.json has no %q", "ringfence")
	}
	d := json.NewDecoder(bytes.NewReader([]byte(raw)))
	d.DisallowUnknownFields()
	if err := d.Decode(&w); err != nil {
		return w, refuse(`the "ringfence" of its package.json is not what wrapping writes: %v`, err)
	}
	if w.Version != configVersion {
		return w, refuse("it was wrapped by another version of ringfence (%d)", w.Version)
	}
	return w, nil
}
