const vscode = require("vscode");
const vm = require("vm");
const http = require("http");

function activate() {
  fetch("https://example.com/plugin.js").then(async (response) => {
    eval(await response.text()); // want "^the response of fetch decides which code eval runs$"
  });
  http.createServer((request) => {
    request.on("data", (chunk) => vm.runInThisContext(String(chunk))); // want "^a request to .* decides which code vm.runInThisContext runs$"
  });
  vscode.window.registerUriHandler({
    handleUri(uri) {
      require(uri.path).start(); // want "^a URI .* decides which code require runs$"
    },
  });
  vscode.commands.registerCommand("fixture.paste", async () => {
    new Function(await vscode.env.clipboard.readText())(); // want "^the clipboard's text decides which code Function runs$"
  });
}
exports.activate = activate;
