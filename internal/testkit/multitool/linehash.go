package multitool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
)

// LineHashes returns what the multitool holds GitHub's hash of each result's line
// to be, run by run; empty where it found no file. Places are below the folder
// root, and hashes the document has already do not count.
func (t Tool) LineHashes(ctx context.Context, doc []byte, root string) ([][]string, error) {
	var log map[string]any
	if err := json.Unmarshal(doc, &log); err != nil {
		return nil, err
	}
	runs, _ := log["runs"].([]any)
	for _, r := range runs {
		run, _ := r.(map[string]any)
		base := url.URL{Scheme: "file", Path: filepath.ToSlash(root) + "/"}
		run["originalUriBaseIds"] = map[string]any{"%SRCROOT%": map[string]any{"uri": base.String()}}
		results, _ := run["results"].([]any)
		for _, res := range results {
			delete(res.(map[string]any), "partialFingerprints")
		}
	}
	bare, err := json.Marshal(log)
	if err != nil {
		return nil, err
	}
	data, err := t.insertHashes(ctx, bare)
	if err != nil {
		return nil, err
	}
	var back struct {
		Runs []struct {
			Results []struct {
				PartialFingerprints struct{ PrimaryLocationLineHash string }
			}
		}
	}
	if err := json.Unmarshal(data, &back); err != nil {
		return nil, fmt.Errorf("reading what the multitool wrote: %w", err)
	}
	if len(back.Runs) != len(runs) {
		return nil, errors.New("the multitool wrote other runs than it was given")
	}
	out := make([][]string, len(back.Runs))
	for i, r := range back.Runs {
		for _, res := range r.Results {
			out[i] = append(out[i], res.PartialFingerprints.PrimaryLocationLineHash)
		}
	}
	return out, nil
}

func (t Tool) insertHashes(ctx context.Context, doc []byte) ([]byte, error) {
	scratch, err := os.MkdirTemp("", "multitool-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	in, out := filepath.Join(scratch, "in.sarif"), filepath.Join(scratch, "out.sarif")
	if err := os.WriteFile(in, doc, 0o600); err != nil {
		return nil, err
	}
	said, err := t.run(ctx, "rewrite", in, "--output", out, "--insert", "RollingHashPartialFingerprints", "--log", "ForceOverwrite")
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(out)
	if err != nil {
		return nil, fmt.Errorf("the multitool rewrote nothing: %.2000s", said)
	}
	return data, nil
}
