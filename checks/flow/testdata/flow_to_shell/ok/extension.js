const vscode = require("vscode");
const http = require("http");
const cp = require("child_process");

function activate(context) {
  const panel = vscode.window.createWebviewPanel("x", "X", 1, { enableScripts: true });
  panel.webview.onDidReceiveMessage((message) => {
    cp.execFile("git", ["log", "--", message.ref]);
  });
  http.createServer((request) => {
    cp.exec(request.url === "/docs" ? "open docs" : "open .");
  });
  vscode.window.registerUriHandler({
    handleUri(uri) {
      cp.execSync("git fetch", { timeout: Number(uri.query) });
    },
  });
  vscode.commands.registerCommand("fixture.update", async () => {
    const version = await (await fetch("https://example.com/version")).text();
    cp.exec("npm install --global example@" + Number(version));
  });
}
exports.activate = activate;
