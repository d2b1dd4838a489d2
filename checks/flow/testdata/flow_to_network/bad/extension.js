const vscode = require("vscode");
const http = require("http");
const https = require("https");
const fs = require("fs");
const path = require("path");

function activate() {
  vscode.window.registerUriHandler({
    async handleUri(uri) {
      const session = await vscode.authentication.getSession("github", ["repo"]);
      await fetch(uri.query, { headers: { authorization: session.accessToken } }); // want "^a URI .* decides which address fetch goes to$"
    },
  });
  http.createServer((request, response) => {
    https.get("https:/" + request.url, (answer) => answer.pipe(response)); // want "^a request to .* decides which address https.get goes to$"
  });
  const root = vscode.workspace.workspaceFolders[0].uri.fsPath;
  const config = JSON.parse(fs.readFileSync(path.join(root, "api.json"), "utf8"));
  http.get(config.server); // want "^what the workspace holds .* decides which address http.get goes to$"
}
exports.activate = activate;
