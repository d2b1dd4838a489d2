// Package model stands in for a language model in tests of those who ask one:
// it answers as a test says, keeps what it was asked, and lays out the extension
// that the questions are about.
package model

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/clients/llm"
	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/secrets"
)

// Model answers each question with what Answer gives.
type Model struct {
	Answer func(llm.Question) (string, error)
	// Asked are the questions so far.
	Asked []llm.Question
}

// Ask answers a question.
func (m *Model) Ask(_ context.Context, q llm.Question, into any) error {
	m.Asked = append(m.Asked, q)
	text, err := m.Answer(q)
	if err != nil {
		return err
	}
	if err := json.Unmarshal([]byte(text), into); err != nil {
		return web.Unreadable(llm.Service, "it is not what was asked for")
	}
	return nil
}

// Script answers one question after the other; when it has no more answers, the
// budget is used up.
func Script(answers ...string) *Model {
	m := &Model{}
	m.Answer = func(llm.Question) (string, error) {
		if len(m.Asked) > len(answers) {
			return "", llm.ErrBudget
		}
		return answers[len(m.Asked)-1], nil
	}
	return m
}

// Extension lays files out as an extension, with a package.json where there is
// none, and looks for its secrets.
func Extension(t *testing.T, files map[string]string) (*extension.Extension, *secrets.Result) {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("package.json", `{"name":"toy","publisher":"acme","version":"1.0.0","engines":{"vscode":"^1.90.0"},"main":"./main.js"}`)
	for name, text := range files {
		write(name, text)
	}
	e, err := extension.LoadAs(t.Context(), dir, extension.Directory, extension.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	keys, err := secrets.Scan(t.Context(), e, secrets.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return e, keys
}
