package decode_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	esbuild "github.com/evanw/esbuild/bridge"
	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/facts/decode"
)

func file(t testing.TB, source string) decode.Result {
	t.Helper()
	tree, err := esbuild.Parse("a.js", source)
	if err != nil {
		t.Fatalf("%q: %v", source, err)
	}
	return decode.File(&tree, source)
}

// Each decoder, with what comes out; and what is near to it and hangs on something
// that is not constant.
func TestDecoders(t *testing.T) {
	for _, c := range []struct {
		name, source string
		want         []string
	}{
		{"a list that is turned", `function a(){const l=["child_process","3y","42b","exec","17x"];a=function(){return l};return a()}` +
			`(function(f,n){const l=f();while(true){try{const v=parseInt(b(0))*parseInt(b(2))+parseInt(b(4));if(v===n)break;` +
			`l.push(l.shift())}catch(e){l.push(l.shift())}}})(a,717);function b(i){i=i-0;return a()[i]}require(b(3))[b(1)]("id")`,
			[]string{"42b", "17x", "3y", "child_process", "exec"}},
		{"a function of base64", `const d=s=>Buffer.from(s,"base64").toString();require(d("ZnM="))`, []string{"fs"}},
		{"one of hex", `function d(s){let o="";for(let i=0;i<s.length;i+=2)o+=String.fromCharCode(parseInt(s.substr(i,2),16));return o}` +
			`require(d("6f73"))`, []string{"os"}},
		{"one with a key", `const k=[3,7];const x=a=>a.map((c,i)=>String.fromCharCode(c^k[i%2])).join("");require(x([109,98,119]))`, nil},
		{"the same, called on a list that is written out", `const k=[3,7];[109,98,119].map((c,i)=>String.fromCharCode(c^k[i%2])).join("")`,
			[]string{"net"}},
		{"turned round", `require("sf".split("").reverse().join(""))`, []string{"fs"}},
		{"joined", `require(["child","process"].join("_"))`, []string{"child_process"}},
		{"character codes", `require(String.fromCharCode(102,115))`, []string{"fs"}},
		{"character codes of a list", `const c=[102,115];require(String.fromCharCode(...c))`, []string{"fs"}},
		{"atob", `eval(atob("MSsx"))`, []string{"1+1"}},
		{"bytes as text", `new TextDecoder().decode(new Uint8Array([102,115]))`, []string{"fs"}},
		{"packed by zlib", `require("zlib").inflateSync(Buffer.from("eJxLKwYAAUEA2g==","base64")).toString()`, []string{"fs"}},
		{"by percents", `unescape("%66%73")`, []string{"fs"}},
		{"texts that grow from one", `function d(n){let a="";for(let i=0;i<70;i++)a+=String.fromCharCode(97);const b=a+"1",c=a+"2";` +
			`return b.slice(-2)+c.slice(-2)+a.length}x(d(1))`, []string{"a", "a1a270"}},
		{"a parameter that nobody gives", `function f(a){if(!a){a=s=>Buffer.from(s,"base64").toString()}require(a("ZnM="))}f()`, []string{"fs"}},
		{"a declaration that was moved to a parameter", `var _0x1a2b=1,_0x3c4d=2;on({k:function(a,b){if(!b){b=function(x){return a(x)}}` +
			`if(!a){a=s=>Buffer.from(s,"base64").toString()}require(b("ZnM="))}})`, []string{"fs"}},
		{"of a global object", `globalThis["at"+"ob"]("ZnM=")`, []string{"fs"}},

		{"a parameter", `function f(x){return Buffer.from(x,"base64").toString()}`, nil},
		{"a parameter that somebody gives", `function f(a){if(!a){a=s=>Buffer.from(s,"base64").toString()}require(a("ZnM="))}f(g)`, nil},
		{"variables in the list of the arguments", `function d(...a){a["length"]=1;a[400]="";for(a[6]=0;a[6]<a[0].length;a[6]++)` +
			`a[400]+=String.fromCharCode(a[0].charCodeAt(a[6])-1);return a[400]}require(d("gt"))`, []string{"fs"}},
		{"the same, of a list that is made longer", `function d(...a){a["length"]=3;a[3]="";for(a[2]=0;a[2]<a[0].length;a[2]++)` +
			`a[3]+=String.fromCharCode(a[0].charCodeAt(a[2])-1);return a[3]}require(d("gt"))`, []string{"fs"}},
		{"a parameter that is looked at", `var _0x1a2b=1,_0x3c4d=2;on({k:function(a){if(!a){a=other()}require(a("ZnM="))}})`, nil},
		{"one of a function that is handed on", `function f(a){if(!a){a=s=>Buffer.from(s,"base64").toString()}require(a("ZnM="))}f();on(f)`, nil},
		{"one of a function that others import", `export function f(a){if(!a){a=s=>Buffer.from(s,"base64").toString()}q(a("ZnM="))}f()`, nil},
		{"a list that is filled", `const out=[];for(const l of lines)out.push(l);console.log(out.join("\n"))`, nil},
		{"a variable that is given twice", `let s="a";s=read();s.split("").reverse().join("")`, nil},
		{"what the machine says", `[process.platform,"x"].join("-")`, nil},
	} {
		got := file(t, c.source).Made
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// A decoder that is asked often, under whatever names, is how a file is written and no fact of its own.
func TestADecoderOfManyNames(t *testing.T) {
	named := func(n int) string {
		var b strings.Builder
		b.WriteString(`const d=s=>Buffer.from(s,"base64").toString();`)
		for i := range n {
			fmt.Fprintf(&b, `function f%d(){const k=d;return k("%s")}`, i, base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "word%d", i)))
		}
		return b.String()
	}
	if few, many := file(t, named(3)), file(t, named(12)); len(few.Hidden) != 3 || len(many.Made) != 12 || len(many.Hidden) != 0 {
		t.Errorf("few: %d hidden; many: %d made, %d hidden", len(few.Hidden), len(many.Made), len(many.Hidden))
	}
}

// A file that an obfuscator wrote asks its decoders as often as it has texts, also where it turns no list.
func TestAnObfuscatorsFileIsWorkedOut(t *testing.T) {
	const sites = 600
	named := func(names string) string {
		var b strings.Builder
		b.WriteString(names + `function d(s){let o="";for(let i=0;i<s.length;i++)o+=String.fromCharCode(s.charCodeAt(i)^1);return o}`)
		for i := range sites {
			fmt.Fprintf(&b, `use(d("a text that is as long as most: %d"));`, i)
		}
		return b.String()
	}
	if got := len(file(t, named(`var _0x1a2b=1,_0x3c4d=2;`)).Made); got != sites {
		t.Errorf("made %d of %d texts", got, sites)
	}
	// Elsewhere the bound is the small one.
	if got := len(file(t, named(`var a=1,b=2;`)).Made); got == sites {
		t.Errorf("made all of %d texts of a file without signs", sites)
	}
}

// While a list is turned, a sum that is none already is not added to: a decoder that costs much is asked once a turn.
func TestATurnedListThatCostsMuch(t *testing.T) {
	const turns = 500
	list := make([]string, 600)
	for i := range list {
		list[i] = "bhd" + string(rune('a'+i%26))
	}
	for i := range 8 {
		list[turns+i] = "7" // 6, by 1
	}
	list[turns+8] = "gr"
	code := `function d(s){let o="",n=0;for(let i=0;i<600;i++)n=(n+i)%256;for(let i=0;i<s.length;i++)` +
		`o+=String.fromCharCode(s.charCodeAt(i)^1);return o}`
	source := `function a(){const l=["` + strings.Join(list, `","`) + `"];a=function(){return l};return a()}` +
		`(function(f,n){const l=f();while(true){try{const v=parseInt(b(0))/1*(parseInt(b(1))/1)+parseInt(b(2))/1+parseInt(b(3))/1+` +
		`parseInt(b(4))/1+parseInt(b(5))/1+-parseInt(b(6))/1+parseInt(b(7))/1;if(v===n)break;l.push(l.shift())}` +
		`catch(e){l.push(l.shift())}}})(a,60);` + code + `function b(i){return d(a()[i]+i)["slice"](0,-1)}require(b(8))`
	if got := file(t, source).Made; !slices.Contains(got, "fs") {
		t.Errorf("made %q, and not the one behind %d turns", got, turns)
	}
}

// A long text in a list that is turned, as a module of WebAssembly is, and many texts: each is decoded once, whatever
// the list is turned to.
func TestALongListThatIsTurned(t *testing.T) {
	const turns = 900
	var list []string
	for i := range 1200 {
		list = append(list, base64.RawStdEncoding.EncodeToString(fmt.Appendf(nil, "word%d", i)))
	}
	list[700] = base64.RawStdEncoding.EncodeToString(bytes.Repeat([]byte("wasm"), 20_000))
	list[turns] = base64.RawStdEncoding.EncodeToString([]byte("717x"))
	list[turns+1] = base64.RawStdEncoding.EncodeToString([]byte("child_process"))
	source := `function a(){const l=["` + strings.Join(list, `","`) + `"];a=function(){return l};return a()}` +
		`(function(f,n){const l=f();while(true){try{const v=parseInt(b(0))/1;if(v===n)break;l.push(l.shift())}` +
		`catch(e){l.push(l.shift())}}})(a,717);function b(i){i=i-0;const l=a();let t=l[i];` +
		`if(b.d===undefined){b.d=function(s){const k="ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";` +
		`let o="";for(let n=0,u,c,p=0;c=s.charAt(p++);~c&&(u=n%4?u*64+c:c,n++%4)?` +
		`o+=String.fromCharCode(255&u>>(-2*n&6)):0){c=k.indexOf(c)}return o};b.c={}}` +
		`const key=i+l[0],old=b.c[key];if(!old){t=b.d(t);b.c[key]=t}else{t=old}return t}require(b(1))`
	if got := file(t, source).Made; !slices.Contains(got, "child_process") {
		t.Errorf("made %d texts, and not the one behind %d turns", len(got), turns)
	}
}

// What an obfuscator writes has signs, and what looks like it has none.
func TestSigns(t *testing.T) {
	many := func(n int, s string) string { return strings.Repeat(s, n) }
	for _, c := range []struct {
		name, source string
		want         []decode.SignKind
	}{
		{"names", `var _0x1a2b=1,_0x3c4d=2;`, []decode.SignKind{decode.SignNames}},
		{"one such name", `var _0x1a2b=1,_0xzz=2;`, nil},
		{"members by number", `function d(n){return L[n-7]}` + `a[d(9)](b[d(8)]);a[d(10)];a[d(11)]`, []decode.SignKind{decode.SignMembers}},
		{"symbols by number", `function d(n){return S.v[n-7]}` + strings.Repeat("a[d(9)](b[d(8)]);", 5), nil},
		{"members by name", `function d(n){return S.for(n)}` + many(9, `a[d("iterator")];`), nil},
		{"an order", `const o="2|0|1".split("|");let i=0;while(true){switch(o[i++]){case"0":a();continue}break}`,
			[]decode.SignKind{decode.SignOrder}},
		{"a list of names", `"a|b|c".split("|");"1|1".split("|");"10|20".split("|")`, nil},
		{"operators of an object", `const o={abcde:function(a,b){return a+b},fghij:function(f,a){return f(a)},klmno:"x"}`,
			[]decode.SignKind{decode.SignOperators}},
		{"functions of an object", `const o={added:function(a,b){return a+b},calls:function(f,a){return f(a)},other:1}`, nil},
		{"a text that is decoded and run", `eval(Buffer.from("cnVuKCk=","base64").toString())`, []decode.SignKind{decode.SignRun}},
		{"a text that is run", `new Function("return this")()`, nil},
		{"texts in pieces", `a("chi"+"ld_"+"pro"+"ces"+"s");a("exe"+"cSy"+"nc")`, []decode.SignKind{decode.SignSplit}},
		{"long texts in lines", `a("It was a dark "+"and stormy"+" night.");a("The rain"+" fell in"+" torrents")`, nil},
		{"states", many(12, `s[1]+=s[2]-30;`), []decode.SignKind{decode.SignStates}},
		{"sums of entries", many(12, `s[i]+=s[j]-30;t+=s[1]-3;`), nil},
		{"code that looks at itself", `f.toString().search("(((.+)+)+)+$")`, []decode.SignKind{decode.SignSelf}},
		{"a long text that is run", `new Function("` + many(200, "a();") + `")()`, []decode.SignKind{decode.SignRun}},
		{"one of a bundler", `eval("` + many(200, "a();") + `//# sourceURL=webpack:///a.js")`, nil},
		{"letters of numbers", `a((function(){return String.fromCharCode.apply(null,arguments)})(1,99)+(function(a,b){return ` +
			`String.fromCharCode(b-a)})(1,100)+(function(a,b){return String.fromCharCode(b-a)})(1,101)+(function(a,b){return ` +
			`String.fromCharCode(b-a)})(1,102)+(function(a,b){return String.fromCharCode(b-a)})(1,103))`, []decode.SignKind{decode.SignTable}},
		{"a queue that turns", `(function(q){for(;;){q.push(q.shift());if(ready(q[0]))break}})(jobs)`, nil},
	} {
		var got []decode.SignKind
		for _, s := range file(t, c.source).Signs {
			got = append(got, s.Kind)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// Code in a text stands beside the call that runs it, and belongs to its place.
func TestSplice(t *testing.T) {
	const source = `a();eval("require('fs')").x;b(new Function("y","return y(1)"))`
	var none *decode.Spliced
	text, moved, ok := none.Splice("a.js", source, file(t, source).Texts)
	const want = "a();(eval(\"require('fs')\"),(require('fs')\n)).x;b((new Function(\"y\",\"return y(1)\"),function(y){return y(1)\n}))"
	if !ok || text != want {
		t.Fatalf("%q, want %q", text, want)
	}
	for _, c := range []struct{ in, at int }{
		{0, 0}, {strings.Index(want, "(require("), 4}, {strings.Index(want, ".x"), strings.Index(source, ".x")},
		{strings.Index(want, "y(1)\n"), strings.Index(source, "new Fun")}, {len(want) - 1, len(source) - 1},
	} {
		if got := moved.Place(c.in); got != c.at {
			t.Errorf("%d belongs to %d, want %d", c.in, got, c.at)
		}
	}
	// Nothing is put there twice.
	if again, _, ok := moved.Splice("a.js", text, file(t, text).Texts); ok {
		t.Errorf("again: %q", again)
	}
	// What does nothing is not read again.
	const nothing = `new Function("return this")()`
	if text, _, ok := none.Splice("a.js", nothing, file(t, nothing).Texts); ok {
		t.Errorf("nothing: %q", text)
	}
	// What does not parse stays a text.
	const broken = `eval("}{ (")`
	if text, _, ok := none.Splice("a.js", broken, file(t, broken).Texts); ok {
		t.Errorf("broken: %q", text)
	}
}

// Whatever a stranger writes, an evaluation ends soon.
func TestEvaluationsEnd(t *testing.T) {
	for name, body := range map[string]string{
		"a loop":       `for(;;)s+=String.fromCharCode(1)`,
		"a text":       `for(;;)s=s+s+String.fromCharCode(65)`,
		"a call":       `return f(s+String.fromCharCode(65))`,
		"a list":       `const l=[];for(;;)l.push(l,String.fromCharCode(65))`,
		"repeat":       `return "ab".repeat(1e9)+String.fromCharCode(65)`,
		"an array":     `return new Array(1e9).join("x")+String.fromCharCode(65)`,
		"a pattern":    `return "aaaaaaaaaaaaaaaaaaaaaaaaaaaaa!".replace(/(a+)+$/g,"b")+String.fromCharCode(65)`,
		"a try":        `for(;;)try{throw String.fromCharCode(1)}catch(e){}`,
		"its own list": `const l=[];l.push(l);return l.join(String.fromCharCode(1))`,
	} {
		start := time.Now()
		file(t, `function f(s){`+body+`}`+strings.Repeat(`x(f("a"));`, 50))
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s: %s", name, took)
		}
	}
}

// A file gives the same every time.
func TestSameEveryTime(t *testing.T) {
	const source = `const o={a:"x",b:"y"};function f(n){let s="";for(const k in o)s+=o[k]+String.fromCharCode(n);return s}use(f(33))`
	first := file(t, source).Made
	for range 20 {
		if got := file(t, source).Made; !slices.Equal(first, got) || len(got) != 1 {
			t.Fatalf("%q and %q", first, got)
		}
	}
}

// FuzzFile: whatever the parser accepts breaks nothing.
func FuzzFile(f *testing.F) {
	for _, s := range []string{
		`eval(atob("MSsx"))`, `function d(s){return Buffer.from(s,"hex").map(b=>b^1).toString()}d("6f")`, `"a|b".split("|").reverse().join()`,
		`(function(a){a.push(a.shift())})([1]);[][(![]+[])[+[]]]`, `String.fromCharCode.apply(null,[1,,2])`, `switch(1){case 1:default:}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		if len(source) > 1<<12 {
			return
		}
		tree, err := esbuild.Parse("a.js", source)
		if err != nil {
			return
		}
		got := decode.File(&tree, source)
		var none *decode.Spliced
		if text, moved, ok := none.Splice("a.js", source, got.Texts); ok {
			for i := range text {
				if at := moved.Place(i); at < 0 || at > len(source) {
					t.Fatalf("%d of %q belongs to %d", i, text, at)
				}
			}
		}
	})
}
