package github

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// release is a release with its assets.
type release struct {
	id     int64
	tag    string
	draft  bool
	assets []*asset
}

type asset struct {
	id         int64
	name, kind string
	data       []byte
	open       bool
}

// Release makes a release of a tag and gives its number. Drafts are found in
// lists only, and not by their tag.
func (h *Hub) Release(tag string, draft bool) int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	r := &release{id: h.id(), tag: tag, draft: draft}
	h.releases = append(h.releases, r)
	h.git.run("update-ref", "refs/tags/"+tag, "refs/heads/"+h.Default)
	return r.id
}

// Attach attaches a file to the release of a tag; whole is false for an upload
// that broke off.
func (h *Hub) Attach(tag, name, data string, whole bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, r := range h.releases {
		if r.tag == tag {
			r.assets = append(r.assets, &asset{h.id(), name, "application/octet-stream", []byte(data), !whole})
		}
	}
}

// Assets returns the files of a release by name.
func (h *Hub) Assets(tag string) map[string]string {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := map[string]string{}
	for _, r := range h.releases {
		for _, a := range r.assets {
			if r.tag == tag && !a.open {
				out[a.name] = string(a.data)
			}
		}
	}
	return out
}

func (a *asset) form() any {
	state := "uploaded"
	if a.open {
		state = "open"
	}
	sum := sha256.Sum256(a.data)
	return map[string]any{
		"id":           a.id,
		"name":         a.name,
		"content_type": a.kind,
		"size":         len(a.data),
		"state":        state,
		"digest":       "sha256:" + hex.EncodeToString(sum[:]),
		"uploader":     nil,
	}
}

func (r *release) form() map[string]any {
	assets := []any{}
	for _, a := range r.assets {
		assets = append(assets, form("release-asset", a.form().(map[string]any)))
	}
	return map[string]any{
		"id": r.id, "tag_name": r.tag, "draft": r.draft, "name": r.tag, "assets": assets, "author": user("octocat"),
		// Nobody may follow this one.
		"upload_url": "https://evil.example/assets{?name,label}",
	}
}

func listReleases(c *call) answer {
	list := []any{}
	for _, r := range slices.Backward(c.hub.releases) {
		if !r.draft || c.token.may([]string{"contents=write"}) {
			list = append(list, r.form())
		}
	}
	return answer{http.StatusOK, paged(c, list)}
}

func getRelease(c *call) answer {
	for _, r := range c.hub.releases {
		if r.tag == c.params["tag"] && !r.draft {
			return answer{http.StatusOK, r.form()}
		}
	}
	return notFound()
}

func (c *call) release() *release {
	for _, r := range c.hub.releases {
		if strconv.FormatInt(r.id, 10) == c.params["release_id"] {
			return r
		}
	}
	return nil
}

func listAssets(c *call) answer {
	r := c.release()
	if r == nil {
		return notFound()
	}
	list := []any{}
	for _, a := range r.assets {
		list = append(list, a.form())
	}
	return answer{http.StatusOK, paged(c, list)}
}

// odd is what GitHub writes a dot for in the name of an asset.
var odd = regexp.MustCompile(`[^A-Za-z0-9_.-]+`)

func uploadAsset(c *call) answer {
	r := c.release()
	if r == nil {
		return notFound()
	}
	name := strings.Trim(odd.ReplaceAllString(c.http.URL.Query().Get("name"), "."), ".")
	for _, a := range r.assets {
		if a.name == name {
			return invalid("ReleaseAsset", "name", "already_exists", "")
		}
	}
	if len(c.body) == 0 {
		return no(http.StatusBadRequest, "Bad Content-Length: ")
	}
	a := &asset{c.hub.id(), name, c.http.Header.Get("Content-Type"), c.body, false}
	r.assets = append(r.assets, a)
	return answer{http.StatusCreated, a.form()}
}

func deleteAsset(c *call) answer {
	for _, r := range c.hub.releases {
		for i, a := range r.assets {
			if strconv.FormatInt(a.id, 10) == c.params["asset_id"] {
				r.assets = slices.Delete(r.assets, i, i+1)
				return answer{http.StatusNoContent, nil}
			}
		}
	}
	return notFound()
}
