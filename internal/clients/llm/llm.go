// Package llm asks a language model behind any address that speaks OpenAI's
// chat completions: POST /chat/completions, an answer as JSON of a given schema.
//
// It knows nothing of findings or policies, and believes nothing: what comes
// back is a stranger's text that the caller has to check against what it asked.
package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/ringfence-dev/ringfence/internal/clients/web"
	openai "github.com/sashabaranov/go-openai"
)

// Service is the name of the service in states and errors.
const Service = "llm"

// The bounds of one question and of a run.
const (
	// MaxQuestion is how many bytes one question may have; who has more asks
	// twice.
	MaxQuestion = 2 << 20
	// maxAnswer is more than any answer that was asked for.
	maxAnswer = 1 << 20
)

// Client asks one model. It may be used from several goroutines, and must not
// be copied once it is used.
type Client struct {
	Web *web.Client
	// Base is where the model is ("https://models.example/v1").
	Base string
	// Key identifies who asks; empty: nobody has to.
	Key   string
	Model string
	// Budget is how many questions may be sent in all, those that were answered
	// by the cache included.
	Budget int
	// Record is given every exchange, for audit; nil: nobody keeps them.
	Record func(Exchange)

	mu   sync.Mutex
	sent int
	// form is how the answer is asked for: the server may not know the best way.
	form form
}

// Question is what is asked.
type Question struct {
	// Task says what to do, Data what to do it with, which a stranger wrote.
	Task, Data string
	// Name names the answer, Schema is what it must look like.
	Name   string
	Schema json.RawMessage
}

// Exchange is one question with its answer.
type Exchange struct {
	Model string `json:"model"`
	Form  string `json:"form"`
	Task  string `json:"task"`
	Data  string `json:"data"`
	// Answer is what came back, whole; empty: nothing did.
	Answer string `json:"answer"`
	// Outcome says what became of it: "ran", or a state and its reason.
	Outcome string `json:"outcome"`
}

// form is a way to ask for JSON.
type form int

const (
	bySchema form = iota
	byObject
	byText
)

func (f form) String() string { return [...]string{"schema", "object", "text"}[f] }

// ErrBudget is the error of a question past the budget.
var ErrBudget = &web.Error{Service: Service, State: web.Unavailable, Reason: "the budget of questions is used up"}

// Ask asks and reads the answer into a value. A server that does not know the
// schema's form is asked for any object, then for text with an object in it.
func (c *Client) Ask(ctx context.Context, q Question, into any) error {
	if len(q.Task)+len(q.Data) > MaxQuestion {
		return &web.Error{Service: Service, State: web.Failed, Reason: "the question is longer than is sent"}
	}
	for {
		f, err := c.spend()
		if err != nil {
			return err
		}
		text, err := c.once(ctx, q, f)
		if err == nil {
			err = decode(text, into)
		}
		c.record(q, f, text, err)
		var e *web.Error
		// What the server refuses as asked wrongly may be the form alone.
		refused := errors.As(err, &e) && (e.Status == http.StatusBadRequest || e.Status == http.StatusUnprocessableEntity)
		if !refused || f == byText {
			return err
		}
		c.degrade(f)
	}
}

// spend takes one question off the budget.
func (c *Client) spend() (form, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.sent >= c.Budget {
		return 0, ErrBudget
	}
	c.sent++
	return c.form, nil
}

func (c *Client) degrade(from form) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.form = max(c.form, from+1)
}

// once sends a question in one form.
func (c *Client) once(ctx context.Context, q Question, f form) (string, error) {
	config := openai.DefaultConfig(c.Key)
	config.BaseURL = c.Base
	config.HTTPClient = web.Vendor{
		Web:      c.Web,
		Service:  Service,
		Library:  c.Base,
		Base:     c.Base,
		Context:  ctx,
		MaxBytes: maxAnswer,
		MaxSend:  MaxQuestion * 2,
	}.Client()
	task := q.Task
	request := openai.ChatCompletionRequest{Model: c.Model}
	switch f {
	case bySchema:
		request.ResponseFormat = &openai.ChatCompletionResponseFormat{
			Type:       openai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{Name: q.Name, Strict: true, Schema: q.Schema},
		}
	case byObject:
		request.ResponseFormat = &openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONObject}
	}
	if f != bySchema {
		task += "\n\nAnswer with one JSON object and nothing else. It must match this JSON schema:\n" + string(q.Schema)
	}
	request.Messages = []openai.ChatCompletionMessage{
		{Role: openai.ChatMessageRoleSystem, Content: task}, {Role: openai.ChatMessageRoleUser, Content: q.Data},
	}
	response, err := openai.NewClientWithConfig(config).CreateChatCompletion(ctx, request)
	if err != nil {
		return "", web.Cause(Service, err)
	}
	if len(response.Choices) == 0 || response.Choices[0].Message.Refusal != "" {
		return "", web.Unreadable(Service, "it gives no answer")
	}
	return response.Choices[0].Message.Content, nil
}

func (c *Client) record(q Question, f form, text string, err error) {
	if c.Record == nil {
		return
	}
	state, why := web.Outcome(err)
	outcome := string(state)
	if why != "" {
		outcome += ": " + why
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Record(Exchange{Model: c.Model, Form: f.String(), Task: q.Task, Data: q.Data, Answer: text, Outcome: outcome})
}

// decode reads the object of an answer: the whole text, or the one object in it,
// which some models put between fences and words.
func decode(text string, into any) error {
	for _, part := range []string{text, object(text)} {
		d := json.NewDecoder(strings.NewReader(part))
		d.DisallowUnknownFields()
		if part != "" && d.Decode(into) == nil && !d.More() {
			return nil
		}
	}
	return web.Unreadable(Service, "it is not what was asked for")
}

// object cuts out what is between the first brace and the last.
func object(text string) string {
	from, to := strings.IndexByte(text, '{'), strings.LastIndexByte(text, '}')
	if from < 0 || to < from {
		return ""
	}
	return text[from : to+1]
}

// Check refuses a client that nobody could ask.
func (c *Client) Check() error {
	switch {
	case c.Model == "":
		return fmt.Errorf("no model is named")
	case strings.ContainsFunc(c.Key, func(r rune) bool { return r <= ' ' || r > '~' }):
		return fmt.Errorf("the key holds characters that no key has")
	case c.Budget < 1:
		return fmt.Errorf("the budget must be at least one question")
	}
	return nil
}
