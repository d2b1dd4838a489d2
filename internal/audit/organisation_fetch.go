//go:build !js

package audit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"

	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/org"
	"github.com/ringfence-dev/ringfence/internal/process"
)

// fetchOrganisation asks for an address. Nobody but the digest says that it is the file.
func fetchOrganisation(ctx context.Context, p *process.Process, s org.Source) ([]byte, error) {
	address, err := web.Base(s.URL)
	if err != nil {
		return nil, exit.Usagef("--org %s: %w", escape.Quoted(s.URL), err)
	}
	data, err := Web(p, Settings{Services: Services{Online: true}}).Do(ctx, web.Request{
		Service: "organisation", Method: http.MethodGet, URL: address, Accept: "*/*", MaxBytes: org.MaxBytes, Fresh: true,
	})
	if err != nil {
		return nil, fmt.Errorf("fetching the organisation's file: %w", err)
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != s.SHA256 {
		return nil, exit.Usagef("what is at %s has the digest %x, and not the one that was named; "+
			"who has read it names this one in --org", escape.Quoted(s.URL), sum)
	}
	return data, nil
}
