package virustotal

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"time"

	vt "github.com/VirusTotal/vt-go"

	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// MaxUpload is the largest file that is sent: the service takes up to 650 MB and
// advises against more than 200. Past 30 MB the library asks for an address to
// send to, as the service wants it past 32.
const MaxUpload = 200 << 20

// pause is the wait between two looks at an analysis that is not done; the
// public key allows four questions a minute.
const pause = 20 * time.Second

// Upload sends a file and waits for its analysis until ctx is over. The file
// then belongs to the service's data set: only what is public may be sent, and
// only when somebody said so.
func (c Client) Upload(ctx context.Context, file io.Reader) (supplychain.Reputation, error) {
	r := supplychain.Reputation{Kind: supplychain.ReputationFile}
	lib, err := c.library(ctx)
	if err != nil {
		return r, err
	}
	sum := sha256.New()
	bounded := &limited{r: io.TeeReader(file, sum), left: MaxUpload}
	// The name would tell something of its own, so it is always the same.
	sent, err := lib.NewFileScanner().Scan(bounded, "extension.vsix", nil)
	r.Subject = hex.EncodeToString(sum.Sum(nil))
	if bounded.over {
		return r, &web.Error{Service: Service, State: web.Failed, Reason: "the file is larger than is sent"}
	}
	if err != nil {
		return r, web.Cause(Service, err)
	}
	id := sent.ID()
	if sent.Type() != "analysis" || !analysisRE().MatchString(id) {
		return r, web.Unreadable(Service, "it names no analysis")
	}
	for {
		var o object
		if _, err := lib.GetData(vt.URL("analyses/%s", id), &o); err != nil {
			return r, web.Cause(Service, err)
		}
		if o.Type != "analysis" || o.ID != id {
			return r, web.Unreadable(Service, "it answers another question")
		}
		switch o.Attributes.Status {
		case "completed":
			return counted(r, o.Attributes.Stats)
		case "queued", "in-progress":
		default:
			return r, web.Unreadable(Service, "its analysis is in no state that is documented")
		}
		if c.Web.Sleep == nil || c.Web.Sleep(ctx, pause) != nil {
			return r, &web.Error{Service: Service, State: web.Unavailable, Reason: "its analysis was not done in time"}
		}
	}
}

// limited reads no more than it may, and says so.
type limited struct {
	r    io.Reader
	left int64
	over bool
}

func (l *limited) Read(p []byte) (int, error) {
	if l.left < 0 {
		l.over = true
		return 0, io.ErrUnexpectedEOF
	}
	if int64(len(p)) > l.left+1 {
		p = p[:l.left+1]
	}
	n, err := l.r.Read(p)
	l.left -= int64(n)
	if l.left < 0 {
		l.over = true
		return 0, io.ErrUnexpectedEOF
	}
	return n, err
}
