const vscode = require("vscode");
const http = require("http");
const fs = require("fs");
const path = require("path");

function activate(context) {
  const root = vscode.workspace.workspaceFolders[0].uri.fsPath;
  http.createServer((request, response) => {
    fs.createReadStream(path.join(root, request.url)).pipe(response); // want "^a request to .* decides which file fs.createReadStream reads$"
  });
  vscode.window.registerUriHandler({
    handleUri(uri) {
      console.log(fs.readFileSync(path.join(root, uri.query), "utf8")); // want "^a URI .* decides which file fs.readFileSync reads$"
    },
  });
  const panel = vscode.window.createWebviewPanel("x", "X", 1, { enableScripts: true });
  panel.webview.onDidReceiveMessage((message) => {
    fs.readFile(message.file, "utf8", (e, text) => panel.webview.postMessage(text)); // want "^a message of a webview .* decides which file fs.readFile reads$"
  });
}
exports.activate = activate;
