// Package tarballs fetches the tarball of an exact version of a package from an
// npm registry and gives the digests of its files, GET
// /{name}/-/{name}-{version}.tgz.
//
// It compares nothing and unpacks nothing to disk. What it asks tells the
// registry the names and versions of packages, as every install does.
package tarballs

import (
	"bytes"
	"context"
	"crypto/sha512"
	"encoding/base64"
	"io"
	"net/http"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/extension/archive"
	"github.com/ringfence-dev/ringfence/internal/extension/tarball"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// Service is the name of the service in states and errors.
const Service = "npm-tarballs"

// The bounds of one tarball.
const (
	maxTarball  = 32 << 20
	maxUnpacked = 256 << 20
	maxEntries  = 20_000
)

// Client asks the service.
type Client struct {
	Web *web.Client
	// Base is the registry; there is no default, as for advisories.
	Base string
}

// Files returns the digests of the files of a package as the registry has them, and
// the tarball's integrity in the words of lock files. known is false when the
// registry has no such version.
func (c Client) Files(
	ctx context.Context,
	p supplychain.Package,
) (files map[string]supplychain.Digest, integrity string, known bool, err error) {
	return c.digests(ctx, p, supplychain.DigestOf)
}

// Texts is Files with the digests of texts, for which the ends of lines do not
// count; keep is shown every file.
func (c Client) Texts(
	ctx context.Context,
	p supplychain.Package,
	keep func(name string, data []byte),
) (files map[string]supplychain.Digest, integrity string, known bool, err error) {
	return c.digests(ctx, p, func(name string, data []byte) supplychain.Digest {
		keep(name, data)
		return supplychain.TextDigest(data)
	})
}

func (c Client) digests(
	ctx context.Context,
	p supplychain.Package,
	of func(string, []byte) supplychain.Digest,
) (files map[string]supplychain.Digest, integrity string, known bool, err error) {
	if !supplychain.IsName(p.Name) || !supplychain.IsVersion(p.Version) {
		return nil, "", false, &web.Error{Service: Service, State: web.Failed, Reason: "a package has a name or a version that npm does not know"}
	}
	base := p.Name[strings.Index(p.Name, "/")+1:]
	// Build metadata is no part of a published version.
	version, _, _ := strings.Cut(p.Version, "+")
	body, err := c.Web.Do(ctx, web.Request{
		Service: Service, Method: http.MethodGet, URL: c.Base + "/" + p.Name + "/-/" + base + "-" + version + ".tgz",
		Accept: "application/octet-stream", MaxBytes: maxTarball,
	})
	if web.IsNotFound(err) {
		return nil, "", false, nil
	}
	if err != nil {
		return nil, "", false, err
	}
	sum := sha512.Sum512(body)
	files = map[string]supplychain.Digest{}
	err = tarball.Read(bytes.NewReader(body), int64(len(body)), archive.Limits{
		Entries: maxEntries, Total: maxUnpacked, Ratio: 200, Path: 1024, Depth: 64,
	}, func(name string, r io.Reader) error {
		data, err := io.ReadAll(r)
		files[name] = of(name, data)
		return err
	})
	if err != nil || len(files) == 0 {
		return nil, "", false, web.Unreadable(Service, "a tarball is none that npm makes")
	}
	return files, "sha512-" + base64.StdEncoding.EncodeToString(sum[:]), true, nil
}
