const vscode = require("vscode");
const http = require("http");
const { spawn, execFile, fork } = require("child_process");

const tools = { lint: "eslint", format: "prettier" };

function activate(context) {
  const panel = vscode.window.createWebviewPanel("x", "X", 1, { enableScripts: true });
  panel.webview.onDidReceiveMessage((message) => {
    spawn(tools[message.tool], ["--version"]);
  });
  http.createServer((request, response) => {
    fork(context.asAbsolutePath("worker.js")).on("message", (m) => response.end(m));
  });
  vscode.commands.registerCommand("fixture.paste", async () => {
    execFile("git", ["clone", "--", await vscode.env.clipboard.readText()]);
  });
}
exports.activate = activate;
