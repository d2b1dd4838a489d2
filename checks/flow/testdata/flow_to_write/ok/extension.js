const vscode = require("vscode");
const http = require("http");
const fs = require("fs");
const path = require("path");

function activate(context) {
  const folder = context.globalStorageUri.fsPath;
  http.createServer((request) => {
    fs.writeFileSync(path.join(folder, path.basename(request.headers["x-name"])), "x");
  });
  vscode.window.registerUriHandler({
    handleUri(uri) {
      fs.writeFileSync(path.join(folder, "last.txt"), uri.query);
    },
  });
  vscode.commands.registerCommand("fixture.list", async () => {
    const list = await (await fetch("https://example.com/files.json")).json();
    list.files.forEach((file, i) => {
      fs.writeFileSync(path.join(folder, String(Number(i))), file.text);
    });
  });
  const root = vscode.workspace.workspaceFolders[0].uri.fsPath;
  fs.rmSync(path.join(root, "out"), { recursive: true, force: true });
}
exports.activate = activate;
