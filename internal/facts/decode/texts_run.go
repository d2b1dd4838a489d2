package decode

import (
	"strings"

	esbuild "github.com/evanw/esbuild/bridge"
)

// maxTexts is how many texts of a file are looked into.
const maxTexts = 2000

// longCode is how long a text is that nobody writes as a text: a bundler that
// does says where it is from.
const longCode = 800

// idle reports whether a text calls and changes nothing and names no way to
// anything ("return this"): bundles have many, and reading all again costs.
func idle(code string) bool {
	if strings.ContainsAny(code, "(=`[") {
		return false
	}
	for _, name := range []string{"require", "process", "module", "eval", "Function", "constructor", "import"} {
		if strings.Contains(code, name) {
			return false
		}
	}
	return true
}

// evaluates reports whether options have eval: true.
func evaluates(e esbuild.Expr) bool {
	o, ok := e.Data.(*esbuild.EObject)
	if !ok {
		return false
	}
	for i := range o.Properties {
		if k, ok := o.Properties[i].Key.Data.(*esbuild.EString); ok && esbuild.IsText(k.Value, "eval") {
			switch v := o.Properties[i].ValueOrNil.Data.(type) {
			case *esbuild.EBoolean:
				return v.Value
			case *esbuild.EUnary: // !0
				return v.Op == esbuild.UnOpNot
			}
		}
	}
	return false
}

// runs notes a constant text that a call runs as code.
func (w *rewriter) runs(start int32, target esbuild.Expr, args []esbuild.Expr, closes esbuild.Loc) {
	if len(w.out.Texts) >= maxTexts || len(args) == 0 || closes.Start <= start {
		return
	}
	at, body := -1, false
	if memberName(target) == "construct" && len(args) == 2 { // Reflect.construct(Function, ["…"])
		id, ok1 := args[0].Data.(*esbuild.EIdentifier)
		list, ok2 := args[1].Data.(*esbuild.EArray)
		if !ok1 || !ok2 || len(list.Items) == 0 {
			return
		}
		if name, free := w.free(id.Ref); !free || name != "Function" {
			return
		}
		args, at, body = list.Items, len(list.Items)-1, true
	}
	switch t := target.Data.(type) {
	case *esbuild.EIdentifier:
		switch name, free := w.free(t.Ref); {
		case !free && len(args) > 1 && evaluates(args[1]):
			at, body = 0, true // a worker, under whatever name
		case !free:
		case name == "eval":
			at = 0
		case name == "Function":
			at, body = len(args)-1, true
		case name == "setTimeout", name == "setInterval", name == "setImmediate":
			at, body = 0, true
		case name == "Worker":
			at, body = 0, true
		}
	case *esbuild.EBinary: // (0, eval)(…)
		if id, ok := t.Right.Data.(*esbuild.EIdentifier); ok && t.Op == esbuild.BinOpComma {
			if name, free := w.free(id.Ref); free && name == "eval" {
				at = 0
			}
		}
	default:
		switch memberName(target) {
		case "eval":
			at = 0
		case "Function", "constructor":
			at, body = len(args)-1, true
		case "runInThisContext", "runInNewContext", "runInContext", "Script", "_compile", "Worker", "compileFunction":
			at, body = 0, true
		}
	}
	if at < 0 {
		return
	}
	code, ok := w.constantText(&args[at])
	if !ok || len(code.Value) < 4 {
		return
	}
	if idle(esbuild.Text(code.Value)) {
		return
	}
	if text := esbuild.Text(code.Value); w.out.Hidden[code] || len(text) >= longCode && !strings.Contains(text, "sourceURL=") {
		w.ran.add(start)
	}
	t := Text{Start: int(start), End: int(closes.Start) + 1, Body: body, Code: esbuild.Text(code.Value)}
	if body && at > 0 {
		for _, a := range args[:at] {
			name, ok := a.Data.(*esbuild.EString)
			if !ok {
				return
			}
			for p := range strings.SplitSeq(esbuild.Text(name.Value), ",") {
				t.Params = append(t.Params, strings.TrimSpace(p))
			}
		}
	}
	w.out.Texts = append(w.out.Texts, t)
}

// runsText reports whether a call may run a text, by the name it is called by.
func (s *survey) runsText(target esbuild.Expr) bool {
	switch d := target.Data.(type) {
	case *esbuild.EIdentifier:
		switch name, free := s.free(d.Ref); name {
		case "eval", "Function", "setTimeout", "setInterval", "setImmediate", "Worker":
			return free
		}
		return false // a worker of another name is found where the file is walked anyway
	case *esbuild.EBinary:
		return d.Op == esbuild.BinOpComma
	}
	switch memberName(target) {
	case "eval", "Function", "constructor", "runInThisContext", "runInNewContext", "runInContext", "Script", "_compile", "Worker",
		"compileFunction", "construct":
		return true
	}
	return false
}

// constantText is an argument that is run: written out, in a variable, or made by
// a function on the spot.
func (w *rewriter) constantText(e *esbuild.Expr) (*esbuild.EString, bool) {
	if s := textOf(*e); s != nil {
		return s, true
	}
	switch d := e.Data.(type) {
	case *esbuild.EIdentifier:
		if v := w.def(d.Ref); v != nil && v.init != nil && !v.param && v.writes == 1 {
			s := textOf(*v.init)
			return s, s != nil
		}
		return nil, false
	case *esbuild.ECall:
		if w.asked++; w.asked > 40 {
			return nil, false
		}
		w.rotate()
		v, ok := w.run.attempt(min(w.run.steps, oneHeavy), func() value { return w.run.eval(*e, nil, undefined) })
		if !ok || v.kind != isString || len(v.str) > maxText {
			return nil, false
		}
		s := &esbuild.EString{Value: v.str}
		w.hide(s)
		return s, true
	}
	return nil, false
}

// bare looks into a statement of nothing but brackets, in which texts are made
// of the names of the language's own functions.
func (w *rewriter) bare(s *esbuild.Stmt) {
	d, ok := s.Data.(*esbuild.SExpr)
	if !ok {
		return
	}
	call, ok := d.Value.Data.(*esbuild.ECall)
	if !ok {
		return
	}
	w.run.steps = max(w.run.steps, oneHeavy)
	w.run.code = ""
	w.run.attempt(oneHeavy, func() value { return w.run.eval(d.Value, nil, undefined) })
	if w.run.code != "" {
		w.out.Texts = append(w.out.Texts, Text{
			Start: int(d.Value.Loc.Start), End: int(call.CloseParenLoc.Start) + 1, Body: w.run.body, Code: w.run.code,
		})
	}
}
