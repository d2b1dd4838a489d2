// Package packument asks an npm registry what a package says of itself, GET
// /{name}/latest: where its repository is.
//
// The registry repeats what the package's author wrote, and proves nothing.
package packument

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// Service is the name of the service in states and errors.
const Service = "npm-registry"

// Client asks the service.
type Client struct {
	Web *web.Client
	// Base is the registry; there is no default, as for advisories.
	Base string
}

// Repository returns the address of a package's repository; empty: the registry
// knows no such package, or the package names none.
func (c Client) Repository(ctx context.Context, name string) (string, error) {
	if !supplychain.IsName(name) {
		return "", &web.Error{Service: Service, State: web.Failed, Reason: "a package has a name that npm does not know"}
	}
	body, err := c.Web.Do(ctx, web.Request{
		Service: Service, Method: http.MethodGet, URL: c.Base + "/" + strings.Replace(name, "/", "%2f", 1) + "/latest", MaxBytes: 4 << 20,
	})
	if web.IsNotFound(err) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	var a struct {
		Name       string
		Repository json.RawMessage
	}
	if err := web.Decode(Service, body, &a); err != nil {
		return "", err
	}
	if a.Name != name {
		return "", web.Unreadable(Service, "it answers another question")
	}
	var text string
	if json.Unmarshal(a.Repository, &text) == nil {
		return text, nil
	}
	var object struct{ URL string }
	if json.Unmarshal(a.Repository, &object) == nil {
		return object.URL, nil
	}
	return "", nil
}
