// The repaired form of the program beside it.
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
        if (req.headers.host !== 'localhost:5500') {
          res.writeHead(403).end();
          return;
        }
        const file = path.resolve(root, '.' + decodeURIComponent(req.url.split('?')[0]));
        if (!file.startsWith(root + path.sep)) {
          res.writeHead(403).end();
          return;
        }
        fs.readFile(file, (err, data) => {
          res.writeHead(err ? 404 : 200);
          res.end(data);
        });
      });
      server.listen(5500, '127.0.0.1');
    })
  );
};

exports.deactivate = () => server && server.close();
