const vscode = require("vscode");
const http = require("http");
const https = require("https");
const fs = require("fs");
const path = require("path");

const servers = { eu: "https://eu.example.com", us: "https://us.example.com" };

function activate() {
  vscode.window.registerUriHandler({
    async handleUri(uri) {
      const session = await vscode.authentication.getSession("github", ["repo"]);
      await fetch(servers[uri.query], { headers: { authorization: session.accessToken } });
    },
  });
  http.createServer((request, response) => {
    https.get("https://example.com/", (answer) => answer.pipe(response));
  });
  fetch("https://example.com/page1.json").then(async (response) => {
    const page = await response.json();
    await fetch(page.next);
  });
  const root = vscode.workspace.workspaceFolders[0].uri.fsPath;
  const config = JSON.parse(fs.readFileSync(path.join(root, "api.json"), "utf8"));
  const request = http.request("http://localhost:8080", { method: "POST" });
  request.end(config.server);
}
exports.activate = activate;
