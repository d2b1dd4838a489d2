package enrich

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/clients/virustotal"
	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// virusTotal is the client, or the error of a service without a key.
func (s *session) virusTotal() (virustotal.Client, error) {
	key, _ := s.machine.Getenv(virusTotalKey)
	if key == "" {
		return virustotal.Client{}, &web.Error{
			Service: virustotal.Service,
			State:   web.Unavailable,
			Reason:  "there is no key to ask with (" + virusTotalKey + ")",
		}
	}
	if strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return virustotal.Client{}, &web.Error{
			Service: virustotal.Service,
			State:   web.Failed,
			Reason:  virusTotalKey + " holds characters that no key has",
		}
	}
	base, err := s.machine.address(virustotal.Service, virusTotalVariable, virustotal.DefaultBase)
	return virustotal.Client{Web: s.web, Base: base, Key: key}, err
}

// archive asks about the .vsix by its digest, and sends it when somebody said
// so and VirusTotal has never seen it.
func (s *session) archive(ctx context.Context) error {
	if s.archiveFile == "" {
		return &web.Error{Service: virustotal.Service, State: web.Skipped, Reason: "only the digest of a .vsix is asked about, and this is none"}
	}
	client, err := s.virusTotal()
	if err != nil {
		return err
	}
	f, err := os.Open(s.archiveFile)
	if err != nil {
		return &web.Error{Service: virustotal.Service, State: web.Failed, Reason: "the archive cannot be read again"}
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return &web.Error{Service: virustotal.Service, State: web.Failed, Reason: "the archive cannot be read again"}
	}
	r, err := client.Ask(ctx, supplychain.ReputationFile, hex.EncodeToString(sum.Sum(nil)))
	switch {
	case err != nil:
		return err
	case r.Known:
		s.ofArchive = []supplychain.Reputation{r}
		return nil
	case !s.options.Upload:
		return &web.Error{
			Service: virustotal.Service,
			State:   web.Unavailable,
			Reason:  "it has never seen this archive (--virustotal-upload sends it)",
		}
	}
	if why := s.machine.private(s.ext); why != "" {
		return &web.Error{Service: virustotal.Service, State: web.Skipped, Reason: "the archive is not sent: " + why}
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return &web.Error{Service: virustotal.Service, State: web.Failed, Reason: "the archive cannot be read again"}
	}
	if r, err = client.Upload(ctx, f); err != nil {
		return err
	}
	s.ofArchive = []supplychain.Reputation{r}
	return nil
}

// private says why an archive must not be shown to others; empty: nothing says
// so. In GitHub Actions only a repository that is said to be public is.
func (m Machine) private(ext *extension.Extension) string {
	if ext.Manifest.Private {
		return `package.json has "private": true`
	}
	if v, _ := m.Getenv("GITHUB_ACTIONS"); v != "true" {
		return ""
	}
	const unknown = "nothing says that the repository of this workflow is public"
	file, _ := m.Getenv("GITHUB_EVENT_PATH")
	f, err := m.Open(file)
	if err != nil {
		return unknown
	}
	defer f.Close()
	const most = 8 << 20
	data, err := io.ReadAll(io.LimitReader(f, most))
	var event struct {
		Repository struct {
			Private    *bool
			Visibility string
		}
	}
	if err != nil || json.Unmarshal(data, &event) != nil || event.Repository.Private == nil {
		return unknown
	}
	if *event.Repository.Private || event.Repository.Visibility != "" && event.Repository.Visibility != "public" {
		return "the repository of this workflow is private"
	}
	return ""
}

// endpoints asks about the hosts that the code names, those that matter most
// first. What is known of them counts even when the rest is not to be had.
func (s *session) endpoints(ctx context.Context) error {
	client, err := s.virusTotal()
	if err != nil {
		return err
	}
	if s.program == nil {
		return &web.Error{Service: virustotal.Service, State: web.Skipped, Reason: "the code was not analysed, so that nobody knows its hosts"}
	}
	hosts := checks.PublicHosts(catalog.Default(), s.program)
	for i, h := range hosts {
		if i >= s.options.Endpoints {
			return partial(fmt.Sprintf("it was asked about %d of %d hosts (--virustotal-endpoints)", i, len(hosts)))
		}
		kind := supplychain.ReputationDomain
		if h.Address {
			kind = supplychain.ReputationAddress
		}
		r, err := client.Ask(ctx, kind, h.Name)
		if err != nil {
			return err
		}
		s.ofHosts = append(s.ofHosts, r)
	}
	return nil
}
