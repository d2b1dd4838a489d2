// Package blocklist reads the free lists of extensions that were reported as
// malware or taken down: VS Code's control file, that of Open VSX, the
// Marketplace's history of removals, and VSXSentry's feed.
//
// It fetches whole lists, so that nobody learns which extension is looked up. It
// knows the lists' shapes and judges nothing. An odd entry costs that entry, not
// the list; a list without any entry is no list.
package blocklist

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// Entry is what a list says of an extension or of all of a publisher.
type Entry struct {
	// ID is publisher.name in lower case, or a publisher alone.
	ID string
	// Registry is where it was published; empty: the list does not say.
	Registry supplychain.Registry
	// Reason is the list's own word; Malware says that it means malware.
	Reason  string
	Malware bool
}

// List is one list.
type List struct {
	// Name is the service in states and errors.
	Name string
	// Title is what messages call it.
	Title string
	// Address is where it is, File what a mirror calls it.
	Address, File string
	parse         func([]byte) ([]Entry, bool)
}

// Lists lists the lists.
func Lists() []List {
	return []List{
		{
			"vscode-control",
			"VS Code's list of malicious extensions",
			"https://main.vscode-cdn.net/extensions/marketplace.json",
			"vscode-control.json",
			control(supplychain.Marketplace),
		},
		{
			"open-vsx-control",
			"Open VSX's list of malicious extensions",
			"https://raw.githubusercontent.com/EclipseFdn/publish-extensions/master/extension-control/extensions.json",
			"open-vsx-control.json",
			control(supplychain.OpenVSX),
		},
		{
			"marketplace-removed",
			"the Marketplace's history of removals",
			"https://raw.githubusercontent.com/microsoft/vsmarketplace/main/RemovedPackages.md",
			"marketplace-removed.md",
			removals,
		},
		{"vsxsentry", "VSXSentry's feed", "https://vsxsentry.github.io/feeds/vsxsentry_malicious_feed.json", "vsxsentry.json", sentry},
	}
}

// The bounds of a list.
const (
	maxBytes   = 16 << 20
	maxEntries = 100_000
	maxReason  = 200
)

// Client fetches lists.
type Client struct {
	Web *web.Client
	// Mirror is the folder that holds the lists by their File; empty: each is at
	// its own address.
	Mirror string
}

// Fetch returns the entries of a list.
func (c Client) Fetch(ctx context.Context, l List) ([]Entry, error) {
	address := l.Address
	if c.Mirror != "" {
		address = c.Mirror + "/" + l.File
	}
	body, err := c.Web.Do(ctx, web.Request{Service: l.Name, Method: http.MethodGet, URL: address, Accept: "*/*", MaxBytes: maxBytes})
	if err != nil {
		return nil, err
	}
	entries, ok := l.parse(body)
	if !ok || len(entries) == 0 {
		return nil, web.Unreadable(l.Name, "it is not the list that is documented")
	}
	return entries, nil
}

// idRE are ids and publishers.
var idRE = lazyregexp.Lazy(`^[A-Za-z0-9][A-Za-z0-9_-]{0,120}(\.[A-Za-z0-9][A-Za-z0-9._-]{0,200})?$`)

// entry makes one of an id as lists write it; false: it cannot be one.
func entry(id string, r supplychain.Registry, reason string, malware bool) (Entry, bool) {
	// Open VSX's list has ids with a slash.
	id = strings.ToLower(strings.Replace(strings.TrimSpace(id), "/", ".", 1))
	return Entry{id, r, escape.Printable(strings.TrimSpace(reason), maxReason), malware}, idRE().MatchString(id)
}

// control reads a file of the form that VS Code and those built on it read:
// malicious is a list of ids and of publishers.
func control(r supplychain.Registry) func([]byte) ([]Entry, bool) {
	return func(body []byte) ([]Entry, bool) {
		var file struct{ Malicious []any }
		if json.Unmarshal(body, &file) != nil {
			return nil, false
		}
		var out []Entry
		for _, v := range file.Malicious[:min(len(file.Malicious), maxEntries)] {
			id, _ := v.(string)
			if e, ok := entry(id, r, "", true); ok {
				out = append(out, e)
			}
		}
		return out, true
	}
}

// removals reads the rows of the Marketplace's table: id, day and type. Not
// every row ends as it should.
func removals(body []byte) ([]Entry, bool) {
	var out []Entry
	table := false
	for line := range strings.Lines(string(body)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) < 3 {
			continue
		}
		if strings.Contains(cells[0], "Extension Identifier") {
			table = true
			continue
		}
		what := strings.TrimSpace(cells[2])
		e, ok := entry(
			cells[0],
			supplychain.Marketplace,
			what+" ("+strings.TrimSpace(cells[1])+")",
			strings.Contains(strings.ToLower(what), "malware"),
		)
		if table && ok && what != "" && strings.Contains(e.ID, ".") && len(out) < maxEntries {
			out = append(out, e)
		}
	}
	return out, table
}

// sentry reads the feed of VSXSentry, which joins other lists and says of which
// each record is.
func sentry(body []byte) ([]Entry, bool) {
	var feed struct {
		Records []struct {
			ID      string `json:"extension_id"`
			Comment string `json:"metadata_comment"`
			Kind    string `json:"metadata_category"`
			Source  string `json:"metadata_source"`
			Status  string `json:"metadata_status"`
		}
	}
	if json.Unmarshal(body, &feed) != nil {
		return nil, false
	}
	var out []Entry
	for _, r := range feed.Records[:min(len(feed.Records), maxEntries)] {
		var registry supplychain.Registry
		switch source := strings.ToLower(r.Source + " " + r.Status); {
		case strings.Contains(source, "microsoft") || strings.Contains(source, "removed_marketplace"):
			registry = supplychain.Marketplace
		case strings.Contains(source, "openvsx") || strings.Contains(source, "open_vsx") || strings.Contains(source, "open-vsx"):
			registry = supplychain.OpenVSX
		}
		if e, ok := entry(r.ID, registry, r.Comment, strings.EqualFold(r.Kind, "malware")); ok && strings.Contains(e.ID, ".") {
			out = append(out, e)
		}
	}
	return out, true
}

// About holds for an entry about an extension: by its id, or by its publisher
// where the entry names all of one's.
func (e Entry) About(id string) bool {
	id = strings.ToLower(id)
	publisher, _, _ := strings.Cut(id, ".")
	return e.ID == id || e.ID == publisher
}
