const vscode = require("vscode");
const http = require("http");
const cp = require("child_process");

function activate(context) {
  const panel = vscode.window.createWebviewPanel("x", "X", 1, { enableScripts: true });
  panel.webview.onDidReceiveMessage((message) => {
    cp.exec("git log " + message.ref); // want "^a message of a webview .* becomes part of a line that child_process.exec gives a shell$"
  });
  http.createServer((request) => {
    cp.spawn("sh", ["-c", "open " + request.url]); // want "^a request to the extension's server .* child_process.spawn"
  });
  vscode.window.registerUriHandler({
    handleUri(uri) {
      cp.execSync("git clone " + uri.query, { cwd: context.globalStorageUri.fsPath }); // want "^a URI that anybody can link to"
    },
  });
  vscode.commands.registerCommand("fixture.paste", async () => {
    cp.spawn(await vscode.env.clipboard.readText(), { shell: true }); // want "^the clipboard's text"
  });
  vscode.commands.registerCommand("fixture.update", async () => {
    const version = await (await fetch("https://example.com/version")).text();
    cp.exec("npm install --global example@" + version); // want "^the response of fetch"
  });
}
exports.activate = activate;
