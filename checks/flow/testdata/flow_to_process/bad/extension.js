const vscode = require("vscode");
const http = require("http");
const { spawn, execFile, fork } = require("child_process");

function activate() {
  const panel = vscode.window.createWebviewPanel("x", "X", 1, { enableScripts: true });
  panel.webview.onDidReceiveMessage((message) => {
    spawn(message.tool, ["--version"]); // want "^a message of a webview .* decides which program child_process.spawn starts$"
    execFile("rg", [message.text]); // want "^a message of a webview .* becomes an argument of the program that child_process.execFile starts$"
  });
  http.createServer((request) => {
    fork(request.headers["x-script"]); // want "^a request to .* decides which program child_process.fork starts$"
  });
  vscode.window.registerUriHandler({
    handleUri(uri) {
      execFile("git", ["clone", uri.query]); // want "^a URI .* becomes an argument of the program that child_process.execFile starts$"
    },
  });
}
exports.activate = activate;
