package github

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"

	"strings"
	"time"

	gh "github.com/google/go-github/v66/github"

	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// MaxSARIF is how long a file may be once it is compressed.
const MaxSARIF = 10 << 20

// maxErrors is how many errors of a file that failed are kept.
const maxErrors = 10

// ScanState is what became of an upload to code scanning.
type ScanState string

// The states of an upload.
const (
	// ScanDone: the results are stored.
	ScanDone ScanState = "done"
	// ScanPending: GitHub took the file and was not done with it when we stopped
	// asking.
	ScanPending ScanState = "pending"
	// ScanFailed: GitHub took the file and could not read it; ScanOutcome.Errors.
	ScanFailed ScanState = "failed"
	// ScanTooLarge: the file is longer than code scanning takes.
	ScanTooLarge ScanState = "too large"
	// ScanNotEnabled: the repository has no code scanning.
	ScanNotEnabled ScanState = "not enabled"
	// ScanForbidden: the token may not upload.
	ScanForbidden ScanState = "forbidden"
	// ScanRefused: GitHub did not take the file, or there was no answer.
	ScanRefused ScanState = "refused"
)

// Scan is one file of results.
type Scan struct {
	// SARIF is the file, uncompressed.
	SARIF []byte
	// Commit and Ref are what was analysed: for a pull request the merge commit
	// and refs/pull/N/merge, or the head and refs/pull/N/head, never mixed.
	Commit, Ref string
	// Tool names the tool in lists; the file has its own name for it.
	Tool string
	// Unchecked leaves out GitHub's own validation of the file.
	Unchecked bool
	// Polls is how often GitHub is asked what became of it: zero is 5, negative
	// never. The waits double, beginning with 5 s.
	Polls int
}

// ScanOutcome says what became of a file.
type ScanOutcome struct {
	State ScanState
	// ID is GitHub's name for the upload; empty: it was not taken.
	ID string
	// Errors are GitHub's own words about a file that failed, printable.
	Errors []string
	// Err is the error behind the state; nil for done and failed.
	Err error
}

// scanRefRE is GitHub's own pattern.
var scanRefRE = lazyregexp.Lazy(`^refs/(heads|tags|pull)/.+$`)

// sarifUpload is the body of an upload. The library's type has no validate.
type sarifUpload struct {
	Commit   string `json:"commit_sha"`
	Ref      string `json:"ref"`
	SARIF    string `json:"sarif"`
	Tool     string `json:"tool_name,omitempty"`
	Validate bool   `json:"validate"`
}

// UploadSARIF sends results to code scanning and waits a while for what becomes
// of them. It gives no error of its own: every way it can end is a state.
func (c *Client) UploadSARIF(ctx context.Context, s Scan) ScanOutcome {
	const doing = "uploading results to code scanning"
	if !isCommit(s.Commit) || !scanRefRE().MatchString(s.Ref) {
		return ScanOutcome{State: ScanRefused, Err: refuse(doing, "the commit %q or the ref %q is none", s.Commit, s.Ref)}
	}
	packed, err := compress(s.SARIF)
	if err != nil {
		return ScanOutcome{State: ScanRefused, Err: refuse(doing, "the file cannot be compressed")}
	}
	if len(packed) > MaxSARIF {
		return ScanOutcome{
			State: ScanTooLarge,
			Err:   refuse(doing, "the compressed file has %d bytes, at most %d are taken", len(packed), MaxSARIF),
		}
	}
	var id gh.SarifID
	// The library's SarifAnalysis has no word for "validate".
	_, err = c.do(ctx, http.MethodPost, c.path("/code-scanning/sarifs"), sarifUpload{
		s.Commit, s.Ref, base64.StdEncoding.EncodeToString(packed), s.Tool, !s.Unchecked,
	}, &id)
	if err != nil {
		return scanRefusal(c.fail(err, doing))
	}
	if id.GetID() == "" {
		return ScanOutcome{State: ScanRefused, Err: &Error{Doing: doing, Kind: Unreadable, why: "it names no upload"}}
	}
	return c.pollSARIF(ctx, id.GetID(), s.Polls)
}

// scanRefusal sorts the ways in which GitHub does not take a file.
func scanRefusal(err error) ScanOutcome {
	out := ScanOutcome{State: ScanRefused, Err: err}
	var e *Error
	if !errors.As(err, &e) {
		return out
	}
	said := strings.ToLower(e.Said)
	switch {
	case e.Status == http.StatusRequestEntityTooLarge:
		out.State = ScanTooLarge
	case (e.Kind == Forbidden || e.Kind == NotFound) && (strings.Contains(said, "enabled") || strings.Contains(said, "no analysis found")):
		out.State = ScanNotEnabled
	case e.Kind == Forbidden || e.Kind == Unauthorized:
		out.State = ScanForbidden
	case e.Kind == NotFound:
		// A token that may not know of the repository, or no code scanning there.
		out.State = ScanNotEnabled
	}
	return out
}

// pollSARIF asks what became of an upload until that is known, or often enough.
// Right after the upload GitHub may not know of it yet.
func (c *Client) pollSARIF(ctx context.Context, id string, polls int) ScanOutcome {
	const doing = "asking what became of the results"
	if polls == 0 {
		polls = 5
	}
	out := ScanOutcome{State: ScanPending, ID: c.said(id)}
	wait := 5 * time.Second
	for range polls {
		if c.wait(ctx, wait) != nil {
			break
		}
		wait *= 2
		var s struct {
			Status string   `json:"processing_status"`
			Errors []string `json:"errors"`
		}
		// The library's SARIFUpload drops the errors.
		_, err := c.do(ctx, http.MethodGet, c.path("/code-scanning/sarifs/%s", url.PathEscape(id)), nil, &s)
		if out.Err = c.fail(err, doing); out.Err != nil {
			if k := KindOf(out.Err); k == NotFound || k == NoAnswer {
				continue
			}
			return out
		}
		switch s.Status {
		case "complete":
			out.State = ScanDone
			return out
		case "failed":
			out.State = ScanFailed
			for _, text := range s.Errors[:min(len(s.Errors), maxErrors)] {
				out.Errors = append(out.Errors, c.said(text))
			}
			return out
		}
	}
	if out.Err == nil {
		out.Err = &Error{Doing: doing, Kind: NoAnswer, why: "it is still busy with them"}
	}
	return out
}

func compress(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
