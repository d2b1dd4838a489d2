// The repaired form of the program beside it.
const vscode = require('vscode');
const http = require('http');
const url = require('url');
const cp = require('child_process');

const routes = {
  '/start': () => cp.spawn('make', ['all']),
};

exports.activate = (context) => {
  const server = http.createServer((req, res) => {
    const { pathname } = url.parse(req.url, true);
    const route = routes[pathname];
    if (route) {
      route();
    }
    res.end();
  });
  context.subscriptions.push(
    vscode.commands.registerCommand('request-start-program.run', () => server.listen(9000, '127.0.0.1'))
  );
};
