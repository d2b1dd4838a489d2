package github

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
)

// Scanning says how code scanning behaves. The zero value takes a file and has
// it done at once.
type Scanning struct {
	// Off: the repository has no code scanning.
	Off bool
	// Most is how long a compressed file may be; zero: GitHub's 10 MB.
	Most int
	// Lost is how often an upload is not known yet when it is asked for, Pending how
	// often it is being worked on after that.
	Lost, Pending int
	// Errors let the work on a file fail.
	Errors []string
}

// Scan sets how code scanning behaves from now on.
func (h *Hub) Scan(s Scanning) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.scanning = s
}

// upload is one file that was taken.
type upload struct {
	id            string
	commit, ref   string
	tool          string
	sarif         []byte
	how           Scanning
	validate      bool
	wrong         []string
	statusesAsked int
}

// Upload is what a test sees of one.
type Upload struct {
	Commit, Ref, Tool string
	Validated         bool
	SARIF             []byte
	// Categories are those of its runs, in order.
	Categories []string
}

// Uploads lists the files that code scanning took, oldest first.
func (h *Hub) Uploads() []Upload {
	h.mu.Lock()
	defer h.mu.Unlock()
	var out []Upload
	for _, u := range h.uploads {
		categories, _ := inspect(u.sarif)
		out = append(out, Upload{u.commit, u.ref, u.tool, u.validate, u.sarif, categories})
	}
	return out
}

func uploadSARIF(c *call) answer {
	var in struct {
		Commit   string `json:"commit_sha"`
		Ref      string `json:"ref"`
		SARIF    string `json:"sarif"`
		Tool     string `json:"tool_name"`
		Validate bool   `json:"validate"`
	}
	c.decode(&in)
	h := c.hub
	most := h.scanning.Most
	if most == 0 {
		most = 10 << 20
	}
	packed, err := base64.StdEncoding.DecodeString(in.SARIF)
	switch {
	case h.scanning.Off:
		return no(http.StatusForbidden, "Code Security must be enabled for this repository to use code scanning.")
	case len(packed) > most:
		return answer{http.StatusRequestEntityTooLarge, nil}
	case err != nil:
		return no(http.StatusBadRequest, "Invalid SARIF. Could not base64 decode the SARIF.")
	case h.git.has(in.Commit+"^{commit}") == "":
		return no(http.StatusBadRequest, "commit not found")
	}
	unpack, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return no(http.StatusBadRequest, "Invalid SARIF. Could not decompress the SARIF.")
	}
	text, err := io.ReadAll(unpack)
	if err != nil {
		return no(http.StatusBadRequest, "Invalid SARIF. Could not decompress the SARIF.")
	}
	_, wrong := inspect(text)
	if in.Validate && !json.Valid(text) {
		return no(http.StatusBadRequest, "Invalid SARIF. JSON syntax error: unexpected end of input")
	}
	u := &upload{
		id: fmt.Sprintf("%08d-1234-11ef-8a5b-0242ac120002", h.id()), commit: in.Commit, ref: in.Ref, tool: in.Tool, sarif: text, how: h.scanning,
		validate: in.Validate, wrong: append(slices.Clone(h.scanning.Errors), wrong...),
	}
	h.uploads = append(h.uploads, u)
	return answer{http.StatusAccepted, map[string]any{"id": u.id, "url": h.API + "/repos/" + h.Name + "/code-scanning/sarifs/" + u.id}}
}

// inspect returns the categories of a file's runs, and what GitHub is known to
// object to.
func inspect(text []byte) (categories, wrong []string) {
	var file struct {
		Runs []struct {
			Details struct {
				ID string `json:"id"`
			} `json:"automationDetails"`
		} `json:"runs"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, []string{"could not parse the SARIF"}
	}
	for _, r := range file.Runs {
		category := r.Details.ID[:strings.LastIndex(r.Details.ID, "/")+1]
		if slices.Contains(categories, category) {
			wrong = append(wrong, "A delivery cannot contain multiple runs with the same category")
		}
		categories = append(categories, category)
	}
	if len(file.Runs) > 20 {
		wrong = append(wrong, fmt.Sprintf("rejecting SARIF, as there are more runs than allowed (%d > 20)", len(file.Runs)))
	}
	return categories, wrong
}

func getSARIF(c *call) answer {
	for _, u := range c.hub.uploads {
		if u.id != c.params["sarif_id"] {
			continue
		}
		u.statusesAsked++
		switch {
		case u.statusesAsked <= u.how.Lost:
			return answer{http.StatusNotFound, nil}
		case u.statusesAsked <= u.how.Lost+u.how.Pending:
			return answer{http.StatusOK, map[string]any{"processing_status": "pending"}}
		case len(u.wrong) > 0:
			return answer{http.StatusOK, map[string]any{"processing_status": "failed", "errors": u.wrong}}
		}
		return answer{http.StatusOK, map[string]any{"processing_status": "complete", "analyses_url": c.hub.API}}
	}
	return answer{http.StatusNotFound, nil}
}
