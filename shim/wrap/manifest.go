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
	about, err := json.Marshal(wrapping{
		Version: configVersion, Notice: noticeOf(p.browser), Browser: p.browser, Mode: o.Mode, Level: o.Level, Loader: p.loader,
		Original: digest(original), Policy: digest(policyFor(p, o).Bytes()), Added: added,
	})
	if err != nil {
		return nil, fmt.Errorf("writing package.json: %w", err)
	}
	main, err := json.Marshal(p.main)
	if err != nil {
		return nil, fmt.Errorf("writing package.json: %w", err)
	}
	out := original
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
