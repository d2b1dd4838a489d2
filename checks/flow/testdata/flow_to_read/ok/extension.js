const vscode = require("vscode");
const http = require("http");
const fs = require("fs");
const path = require("path");

function activate(context) {
  const root = vscode.workspace.workspaceFolders[0].uri.fsPath;
  http.createServer((request, response) => {
    const file = path.resolve(root, "." + request.url);
    if (!file.startsWith(root + path.sep)) {
      response.writeHead(404).end();
      return;
    }
    fs.createReadStream(file).pipe(response);
  });
  const config = JSON.parse(fs.readFileSync(path.join(root, "config.json"), "utf8"));
  console.log(fs.readFileSync(path.join(root, config.file), "utf8"));
  console.log(fs.readFileSync(vscode.workspace.getConfiguration("fixture").get("file"), "utf8"));
}
exports.activate = activate;
