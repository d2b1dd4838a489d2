// Modelled on CVE-2025-65717 (ritwickdey/vscode-live-server issue 3255): a web page can ask the local server for files,
// and nothing keeps the path inside the folder.
const vscode = require('vscode');
const http = require('http');
const fs = require('fs');
const path = require('path');

let server;

exports.activate = (context) => {
  const root = vscode.workspace.workspaceFolders[0].uri.fsPath;
  context.subscriptions.push(
    vscode.commands.registerCommand('live-server-any-file.run', () => {
      server = http.createServer((req, res) => {
        res.setHeader('Access-Control-Allow-Origin', '*');
        const file = path.join(root, decodeURIComponent(req.url.split('?')[0]));
        fs.readFile(file, (err, data) => { // want "request.*fs.readFile"
          res.writeHead(err ? 404 : 200);
          res.end(data);
        });
      });
      server.listen(5500);
    })
  );
};

exports.deactivate = () => server && server.close();
