package workflow

import (
	"maps"
	"slices"
	"strings"
)

// legs runs a job for each leg of its matrix. With fail-fast, which is what a matrix
// has that says nothing, a leg that fails cancels all that have not ended; the legs run
// beside each other, so here none of the others has, and what they would have handed on
// is not there.
func (r *Run) legs(id string, job, contexts map[string]any) *Result {
	r.T.Helper()
	out := &Result{
		Result:      "success",
		Legs:        map[string]string{},
		Outputs:     map[string]string{},
		Steps:       map[string]map[string]string{},
		Used:        map[string]map[string]string{},
		Permissions: r.permissions(job),
	}
	strategy, _ := job["strategy"].(map[string]any)
	known(r.T, strategy, "matrix", "fail-fast")
	before := r.Artifacts.Of
	kept, failed := map[string]map[string]map[string][]byte{}, []string{}
	for _, leg := range r.matrix(strategy["matrix"], contexts) {
		r.Artifacts.Of = maps.Clone(before)
		j := &Job{Run: r, ID: id, Matrix: leg, Permissions: maps.Clone(out.Permissions), name: legName(r.name(id, job), leg)}
		j.run(job, contexts)
		out.Legs[j.name], kept[j.name] = j.result(), r.Artifacts.Of
		out.Log += j.log.String()
		if j.Token != "" && strings.Contains(strings.ReplaceAll(j.log.String(), "::add-mask::"+j.Token, ""), j.Token) {
			r.T.Errorf("the token is in the log of %s", id)
		}
		out.Summary += j.summaryText()
		maps.Copy(out.Steps, j.outputs)
		maps.Copy(out.Used, j.used)
		for k, v := range j.jobOutputs(job) {
			if v != "" {
				out.Outputs[k] = v
			}
		}
		if j.result() == "failure" {
			failed = append(failed, j.name)
		}
	}
	fast := strategy["matrix"] != nil && strategy["fail-fast"] != false && len(failed) > 0
	r.Artifacts.Of = maps.Clone(before)
	for name, result := range out.Legs {
		if fast && result == "success" {
			out.Legs[name] = "cancelled"
			continue
		}
		if r.Artifacts.Of == nil {
			r.Artifacts.Of = map[string]map[string][]byte{}
		}
		for artifact, files := range kept[name] {
			if before[artifact] == nil && r.Artifacts.Of[artifact] != nil {
				r.T.Errorf("two legs of %s upload the artifact %s: the second fails on GitHub", id, artifact)
			}
			r.Artifacts.Of[artifact] = files
		}
	}
	results := slices.Collect(maps.Values(out.Legs))
	for _, worse := range []string{"cancelled", "failure"} {
		if slices.Contains(results, worse) {
			out.Result = worse
		}
	}
	return out
}

func legName(name string, leg map[string]any) string {
	var values []string
	for _, k := range slices.Sorted(maps.Keys(leg)) {
		values = append(values, str(leg[k]))
	}
	if values == nil {
		return name
	}
	return name + " (" + strings.Join(values, ", ") + ")"
}

// matrix returns the legs: all combinations of the lists, and those that include adds.
func (r *Run) matrix(matrix any, contexts map[string]any) []map[string]any {
	r.T.Helper()
	value := func(v any) any {
		text, ok := v.(string)
		if !ok {
			return v
		}
		filled, err := scope{contexts: contexts}.value(text)
		if err != nil {
			r.T.Fatal(err)
		}
		return filled
	}
	if matrix == nil {
		return []map[string]any{nil}
	}
	m, ok := value(matrix).(map[string]any)
	if !ok {
		r.T.Fatalf("the matrix is no list of values: %v", matrix)
	}
	var legs []map[string]any
	for _, key := range slices.Sorted(maps.Keys(m)) {
		values, ok := value(m[key]).([]any)
		if !ok || len(values) == 0 || key == "exclude" {
			r.T.Fatal(unknown("the matrix %v", m))
		}
		if key == "include" {
			if len(m) > 1 {
				r.T.Fatal(unknown("a matrix with include and lists"))
			}
			for _, v := range values {
				legs = append(legs, v.(map[string]any))
			}
			continue
		}
		grown := []map[string]any{}
		for _, leg := range append(legs, map[string]any{})[:max(1, len(legs))] {
			for _, v := range values {
				more := maps.Clone(leg)
				more[key] = v
				grown = append(grown, more)
			}
		}
		legs = grown
	}
	return legs
}
