const vscode = require("vscode");
const http = require("http");
const fs = require("fs");
const path = require("path");

function activate(context) {
  const folder = context.globalStorageUri.fsPath;
  http.createServer((request) => {
    fs.writeFileSync(path.join(folder, request.headers["x-name"]), "x"); // want "^a request to .* decides which file fs.writeFileSync changes$"
  });
  vscode.window.registerUriHandler({
    handleUri(uri) {
      fs.promises.rm(path.join(folder, uri.query), { recursive: true }); // want "^a URI .* decides which file fs.promises.rm changes$"
    },
  });
  vscode.commands.registerCommand("fixture.list", async () => {
    const list = await (await fetch("https://example.com/files.json")).json();
    for (const file of list.files) {
      fs.writeFileSync(path.join(folder, file.name), file.text); // want "^the response of fetch decides which file fs.writeFileSync changes$"
    }
  });
  const root = vscode.workspace.workspaceFolders[0].uri.fsPath;
  const config = JSON.parse(fs.readFileSync(path.join(root, "build.json"), "utf8"));
  fs.rmSync(config.output, { recursive: true }); // want "^what the workspace holds .* decides which file fs.rmSync changes$"
}
exports.activate = activate;
