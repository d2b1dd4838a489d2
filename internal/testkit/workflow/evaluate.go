package workflow

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var nan = math.NaN()

// status is how it went so far, as the status functions see it.
type status struct{ success, failure, cancelled bool }

// scope is what an expression can name: the contexts of its place, and how it went.
type scope struct {
	contexts map[string]any
	status   *status
}

// filled is where an expression stands in a text.
var filled = regexp.MustCompile(`\$\{\{((?:'[^']*'|[^'}]|}[^}])*)}}`)

// fill puts what its expressions say into a text.
func (s scope) fill(text string) (string, error) {
	var errs error
	out := filled.ReplaceAllStringFunc(text, func(e string) string {
		v, err := s.value(e)
		errs = errors.Join(errs, err)
		return str(v)
	})
	if strings.Contains(filled.ReplaceAllString(text, ""), "${{") {
		errs = errors.Join(errs, fmt.Errorf("an expression without an end: %s", text))
	}
	return out, errs
}

// value is what a text stands for that is one expression, whatever its type.
func (s scope) value(text string) (any, error) {
	m := filled.FindStringSubmatch(text)
	if m == nil || m[0] != strings.TrimSpace(text) {
		return s.fill(text)
	}
	n, err := parse(m[1])
	if err != nil {
		return nil, err
	}
	return s.eval(n)
}

// goes says whether a condition holds. One that asks no status has success() before it.
func (s scope) goes(condition any) (bool, error) {
	text := "success()"
	if condition != nil {
		text = fmt.Sprint(condition)
	}
	if m := filled.FindStringSubmatch(text); m != nil {
		if m[0] != strings.TrimSpace(text) {
			return false, fmt.Errorf("a condition with an expression and words beside it is always true: %s", text)
		}
		text = m[1]
	}
	n, err := parse(text)
	if err != nil {
		return false, err
	}
	if !n.asksStatus() && !s.status.success {
		// What it names has to be there all the same.
		_, err := s.eval(n)
		return false, err
	}
	v, err := s.eval(n)
	return truthy(v), err
}

func (s scope) eval(n *node) (any, error) {
	if n.kind == "operator" && (n.name == "&&" || n.name == "||") {
		left, err := s.eval(n.args[0])
		if err != nil || truthy(left) != (n.name == "&&") {
			return left, err
		}
		return s.eval(n.args[1])
	}
	args := make([]any, len(n.args))
	for i, a := range n.args {
		var err error
		if args[i], err = s.eval(a); err != nil {
			return nil, err
		}
	}
	switch n.kind {
	case "literal":
		return n.value, nil
	case "name":
		v, ok := s.contexts[n.name]
		if !ok {
			return nil, fmt.Errorf("there is no context %s here", n.name)
		}
		return v, nil
	case "index":
		return index(args[0], args[1]), nil
	case "all":
		return all(args[0]), nil
	case "call":
		return s.call(n.name, args)
	}
	return operate(n.name, args), nil
}

// index is a property, whose name is compared without regard to case; what is not
// there is null.
func index(of, key any) any {
	switch of := of.(type) {
	case map[string]any:
		for k, v := range of {
			if strings.EqualFold(k, str(key)) {
				return v
			}
		}
	case []any:
		if list, ok := key.(string); ok && len(of) > 0 {
			// A property of what .* gave is that of each.
			var out []any
			for _, v := range of {
				out = append(out, index(v, list))
			}
			return out
		}
		if i := num(key); i >= 0 && int(i) < len(of) {
			return of[int(i)]
		}
	}
	return nil
}

func all(of any) any {
	switch of := of.(type) {
	case map[string]any:
		out := []any{}
		for _, k := range slices.Sorted(maps.Keys(of)) {
			out = append(out, of[k])
		}
		return out
	case []any:
		return of
	}
	return []any{}
}

func operate(sign string, args []any) any {
	if sign == "!" {
		return !truthy(args[0])
	}
	left, right := args[0], args[1]
	switch sign {
	case "==":
		return equal(left, right)
	case "!=":
		return !equal(left, right)
	}
	l, lok := left.(string)
	r, rok := right.(string)
	if lok && rok {
		l, r = strings.ToUpper(l), strings.ToUpper(r)
		return map[string]bool{"<": l < r, ">": l > r, "<=": l <= r, ">=": l >= r}[sign]
	}
	a, b := num(left), num(right)
	return map[string]bool{"<": a < b, ">": a > b, "<=": a <= b, ">=": a >= b}[sign]
}

// equal compares as GitHub does: texts without regard to case, other kinds as numbers.
func equal(left, right any) bool {
	l, lok := left.(string)
	r, rok := right.(string)
	if lok && rok {
		return strings.EqualFold(l, r)
	}
	if left == nil && right == nil {
		return true
	}
	return num(left) == num(right)
}

func num(v any) float64 {
	switch v := v.(type) {
	case nil:
		return 0
	case bool:
		return map[bool]float64{true: 1}[v]
	case float64:
		return v
	case int:
		return float64(v)
	case string:
		return number(v)
	}
	return nan
}

func truthy(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case float64, int:
		f := num(v)
		return f != 0 && !math.IsNaN(f)
	case string:
		return v != ""
	}
	return true
}

// str is a value within a text.
func str(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(v, 'g', 15, 64)
	case map[string]any:
		return "Object"
	case []any:
		return "Array"
	}
	return fmt.Sprint(v)
}

// call is a function. Those that no workflow of ours uses are not there, and end the test.
func (s scope) call(name string, args []any) (any, error) {
	if statuses[name] {
		if s.status == nil || len(args) > 0 {
			return nil, fmt.Errorf("%s() does not stand here", name)
		}
		return map[string]bool{"success": s.status.success, "failure": s.status.failure, "cancelled": s.status.cancelled, "always": true}[name],
			nil
	}
	switch {
	case name == "fromjson" && len(args) == 1:
		var v any
		if err := json.Unmarshal([]byte(str(args[0])), &v); err != nil {
			return nil, fmt.Errorf("fromJSON of %q: %w", str(args[0]), err)
		}
		return v, nil
	case name == "tojson" && len(args) == 1:
		text, err := json.MarshalIndent(args[0], "", "  ")
		return string(text), err
	case name == "contains" && len(args) == 2:
		if list, ok := args[0].([]any); ok {
			return slices.ContainsFunc(list, func(v any) bool { return equal(v, args[1]) }), nil
		}
		return strings.Contains(strings.ToLower(str(args[0])), strings.ToLower(str(args[1]))), nil
	case name == "startswith" && len(args) == 2:
		return strings.HasPrefix(strings.ToLower(str(args[0])), strings.ToLower(str(args[1]))), nil
	case name == "endswith" && len(args) == 2:
		return strings.HasSuffix(strings.ToLower(str(args[0])), strings.ToLower(str(args[1]))), nil
	case name == "format" && len(args) > 0:
		text := str(args[0])
		for i, a := range args[1:] {
			text = strings.ReplaceAll(text, "{"+strconv.Itoa(i)+"}", str(a))
		}
		return text, nil
	case name == "hashfiles":
		// Of what is in the workspace; only the key of a cache hangs on it.
		return "0000", nil
	}
	return nil, fmt.Errorf("%s with %d arguments is no function that is known here", name, len(args))
}
