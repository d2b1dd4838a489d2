package github

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"net/http"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

//go:embed testdata/openapi.json
var openapi []byte

// described is GitHub's description of the operations. The form of dates and
// addresses is not checked: GitHub's own examples break it.
var described = sync.OnceValues(func() (*openapi3.T, error) {
	doc, err := openapi3.NewLoader().LoadFromData(openapi)
	if err != nil {
		return nil, fmt.Errorf("reading GitHub's description: %w", err)
	}
	return doc, nil
})

func route(op Operation) (*routers.Route, error) {
	doc, err := described()
	if err != nil {
		return nil, err
	}
	item := doc.Paths.Value(op.Path)
	if item == nil || item.GetOperation(op.Method) == nil {
		return nil, fmt.Errorf("%s is not in GitHub's description", op.name())
	}
	return &routers.Route{Spec: doc, Path: op.Path, PathItem: item, Method: op.Method, Operation: item.GetOperation(op.Method)}, nil
}

func input(r *http.Request, op Operation, params map[string]string) (*openapi3filter.RequestValidationInput, error) {
	where, err := route(op)
	return &openapi3filter.RequestValidationInput{
		Request:    r,
		PathParams: params,
		Route:      where,
		Options: &openapi3filter.Options{
			AuthenticationFunc:    openapi3filter.NoopAuthenticationFunc,
			IncludeResponseStatus: true,
			SkipSettingDefaults:   true,
		},
	}, err
}

// checkRequest holds a request to the description.
func checkRequest(r *http.Request, op Operation, params map[string]string) error {
	in, err := input(r, op, params)
	if err != nil {
		return err
	}
	if op.sends() {
		// The description calls a file a string; its content is nothing to check.
		in.Options.ExcludeRequestBody = true
	}
	err = openapi3filter.ValidateRequest(r.Context(), in)
	return err
}

// checkAnswer holds an answer to the description. GitHub does not list every
// refusal; those it does not list have to be of the form they all have.
func checkAnswer(r *http.Request, op Operation, params map[string]string, status int, header http.Header, body []byte) error {
	in, err := input(r, op, params)
	if err != nil {
		return err
	}
	if in.Route.Operation.Responses.Status(status) == nil {
		if status < 400 {
			return fmt.Errorf("the status is not in GitHub's description")
		}
		schema := in.Route.Spec.Components.Schemas["basic-error"].Value
		return visit(schema, body)
	}
	out := &openapi3filter.ResponseValidationInput{RequestValidationInput: in, Status: status, Header: header, Options: in.Options}
	out.Body = io.NopCloser(bytes.NewReader(body))
	return openapi3filter.ValidateResponse(r.Context(), out)
}
