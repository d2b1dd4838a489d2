// Package virustotal asks VirusTotal what it knows of a file by its digest, of
// a host and of an address: GET /api/v3/files/{sha256}, /domains/{name},
// /ip_addresses/{address}; and sends a file to it when it is told to.
//
// Whatever is asked there, or sent, joins a data set that others can see. Who
// calls this package decides what may be asked; it sends nothing else.
package virustotal

import (
	"context"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	vt "github.com/VirusTotal/vt-go"

	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// Service is the name of the service in states and errors.
const Service = "virustotal"

// DefaultBase is where the service is.
const DefaultBase = "https://www.virustotal.com"

// maxEngines is more than the service ever asks: a count past it is none.
const maxEngines = 1000

// Client asks the service.
type Client struct {
	Web  *web.Client
	Base string
	// Key identifies who asks; empty: nobody is asked.
	Key string
}

var (
	digestRE = lazyregexp.Lazy(`^[0-9a-f]{64}$`)
	nameRE   = lazyregexp.Lazy(`^[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9])?$`)
	// analysisRE is the form of an analysis' name: base64, with the padding.
	analysisRE = lazyregexp.Lazy(`^[A-Za-z0-9_=-]{1,200}$`)
)

// Ask looks one thing up. What the service has never seen is not Known, which
// is no error.
func (c Client) Ask(ctx context.Context, kind supplychain.ReputationKind, subject string) (supplychain.Reputation, error) {
	r := supplychain.Reputation{Kind: kind, Subject: subject}
	var path, want string
	switch {
	case kind == supplychain.ReputationFile && digestRE().MatchString(subject):
		path, want = "files/", "file"
	case kind == supplychain.ReputationDomain && nameRE().MatchString(subject):
		path, want = "domains/", "domain"
	case kind == supplychain.ReputationAddress && isAddress(subject):
		path, want = "ip_addresses/", "ip_address"
	default:
		return r, &web.Error{Service: Service, State: web.Failed, Reason: "the question is none that it knows"}
	}
	lib, err := c.library(ctx)
	if err != nil {
		return r, err
	}
	var o object
	_, err = lib.GetData(vt.URL("%s", path+url.PathEscape(subject)), &o)
	if web.IsNotFound(err) {
		return r, nil
	}
	if err != nil {
		return r, web.Cause(Service, err)
	}
	if o.Type != want || !strings.EqualFold(o.ID, subject) {
		return r, web.Unreadable(Service, "it answers another question")
	}
	return counted(r, o.Attributes.LastAnalysisStats)
}

// object is the part of an answer that is read.
type object struct {
	Type, ID   string
	Attributes struct {
		LastAnalysisStats *stats `json:"last_analysis_stats"`
		Stats             *stats `json:"stats"`
		Status            string `json:"status"`
	}
}

type stats struct{ Malicious, Suspicious *int }

// counted takes the counts of an answer over.
func counted(r supplychain.Reputation, s *stats) (supplychain.Reputation, error) {
	if s == nil || s.Malicious == nil || s.Suspicious == nil {
		return r, web.Unreadable(Service, "it counts no engines")
	}
	for _, n := range []int{*s.Malicious, *s.Suspicious} {
		if n < 0 || n > maxEngines {
			return r, web.Unreadable(Service, "its counts are none")
		}
	}
	r.Known, r.Malicious, r.Suspicious = true, *s.Malicious, *s.Suspicious
	return r, nil
}

// library is the vendor's own, on the one way to a service.
func (c Client) library(ctx context.Context) (*vt.Client, error) {
	if c.Key == "" {
		return nil, &web.Error{Service: Service, State: web.Unavailable, Reason: "there is no key to ask with"}
	}
	fresh := func(method, path string) bool {
		return method != http.MethodGet || strings.Contains(path, "/analyses/") || strings.HasSuffix(path, "/upload_url")
	}
	v := web.Vendor{
		Web: c.Web, Service: Service, Library: "https://www.virustotal.com/", Base: c.Base, Context: ctx, Fresh: fresh,
		MaxBytes: 8 << 20, MaxSend: MaxUpload + 1<<20,
	}
	return vt.NewClient(c.Key, vt.WithHTTPClient(v.Client())), nil
}

func isAddress(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Zone() == ""
}
