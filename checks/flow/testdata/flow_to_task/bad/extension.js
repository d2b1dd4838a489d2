const vscode = require("vscode");
const http = require("http");

function activate() {
  const panel = vscode.window.createWebviewPanel("x", "X", 1, { enableScripts: true });
  panel.webview.onDidReceiveMessage((message) => {
    const terminal = vscode.window.createTerminal("x");
    terminal.sendText(message.line); // want "^a message of a webview .* decides what vscode.window.createTerminal\\(\\).sendText runs$"
  });
  http.createServer((request) => {
    const run = new vscode.ShellExecution("make" + request.url); // want "^a request to .* decides what vscode.ShellExecution runs$"
    vscode.tasks.executeTask(new vscode.Task({ type: "x" }, 2, "x", "x", run));
  });
  vscode.commands.registerCommand("fixture.paste", async () => {
    vscode.window.createTerminal("x").sendText(await vscode.env.clipboard.readText()); // want "^the clipboard's text decides what"
  });
}
exports.activate = activate;
