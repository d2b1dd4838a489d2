package github

import (
	"bytes"
	"context"
	"net/http"
	"net/url"

	gh "github.com/google/go-github/v66/github"

	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// Release is a release and its assets.
type Release struct {
	ID    int64
	Tag   string
	Draft bool
	// Assets are the names of what is attached, in GitHub's order.
	Assets []Asset
}

// Asset is one file of a release.
type Asset struct {
	ID   int64
	Name string
	Size int
	// whole is false for what is left of an upload that broke off.
	whole bool
}

// Attach is one file to attach.
type Attach struct {
	Name string
	Data []byte
	// Type is its content type; empty: application/octet-stream.
	Type string
	// Replace takes the place of an asset of that name. Without it there must be
	// none.
	Replace bool
}

// assetRE are the names that GitHub leaves as they are; in others it writes dots
// for what it does not like, and two names can become one.
var assetRE = lazyregexp.Lazy(`^[A-Za-z0-9_][A-Za-z0-9_.-]{0,198}[A-Za-z0-9_]$`)

// Release asks for the release of a tag; drafts are seen by a token that may
// write.
func (c *Client) Release(ctx context.Context, tag string) (Release, error) {
	const doing = "looking for the release"
	if checkBranch(tag) != nil {
		return Release{}, refuse(doing, "%q is no tag", tag)
	}
	var r gh.RepositoryRelease
	// The library's GetReleaseByTag puts a tag into the path as it is.
	_, err := c.do(ctx, http.MethodGet, c.path("/releases/tags/%s", escapePath(tag)), nil, &r)
	err = c.fail(err, doing)
	if KindOf(err) == NotFound {
		found := false
		_, lerr := pages(ctx, c, c.path("/releases"), func(list []*gh.RepositoryRelease) bool {
			for _, one := range list {
				if one.GetTagName() == tag && !found {
					r, found = *one, true
				}
			}
			return !found
		})
		if lerr != nil {
			return Release{}, c.fail(lerr, doing)
		}
		if found {
			err = nil
		}
	}
	if err != nil {
		return Release{}, err
	}
	if r.GetTagName() != tag || r.GetID() <= 0 {
		return Release{}, &Error{Doing: doing, Kind: Unreadable, why: "it answers another question"}
	}
	out := Release{ID: r.GetID(), Tag: tag, Draft: r.GetDraft()}
	_, err = pages(ctx, c, c.path("/releases/%d/assets", out.ID), func(list []*gh.ReleaseAsset) bool {
		for _, a := range list {
			out.Assets = append(out.Assets, Asset{a.GetID(), a.GetName(), a.GetSize(), a.GetState() == "uploaded"})
		}
		return true
	})
	return out, c.fail(err, doing)
}

// AttachTo attaches a file to a release. Exists says that there is one of that
// name and that it was not to be replaced. What an upload that broke off left
// behind is replaced always: nobody can fetch it.
func (c *Client) AttachTo(ctx context.Context, r Release, a Attach) (Done, error) {
	doing := "attaching " + a.Name
	if !assetRE().MatchString(a.Name) {
		return "", refuse("attaching a file", "%q is no name that GitHub leaves as it is", a.Name)
	}
	if len(a.Data) == 0 {
		return "", refuse(doing, "the file is empty, which GitHub does not take")
	}
	done := Created
	for _, old := range r.Assets {
		if old.Name != a.Name {
			continue
		}
		if old.whole && !a.Replace {
			return "", &Error{Doing: doing, Kind: Exists, why: "the release has a file of that name already"}
		}
		if _, err := c.lib.Repositories.DeleteReleaseAsset(ctx, c.owner, c.repo, old.ID); err != nil {
			return "", c.fail(err, "%s", doing)
		}
		done = Updated
	}
	kind := a.Type
	if kind == "" {
		kind = "application/octet-stream"
	}
	path := c.path("/releases/%d/assets?name=%s", r.ID, url.QueryEscape(a.Name))
	// The library's UploadReleaseAsset takes an open file, and this is no file.
	req, err := c.lib.NewUploadRequest(path, bytes.NewReader(a.Data), int64(len(a.Data)), kind)
	if err != nil {
		return "", c.fail(err, "%s", doing)
	}
	var made gh.ReleaseAsset
	if _, err := c.lib.Do(ctx, req, &made); err != nil {
		return "", c.fail(err, "%s", doing)
	}
	if made.GetName() != a.Name || made.GetSize() != len(a.Data) {
		return "", &Error{Doing: doing, Kind: Unreadable, why: "it stored another name or another length"}
	}
	return done, nil
}
