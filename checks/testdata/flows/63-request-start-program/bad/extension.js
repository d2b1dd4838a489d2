// A request to the extension's server names the program that is started.
const vscode = require('vscode');
const http = require('http');
const url = require('url');
const cp = require('child_process');

const routes = {
  '/start': (query) => cp.spawn(query.program, [].concat(query.arg)), // want "request.*child_process.spawn"
};

exports.activate = (context) => {
  const server = http.createServer((req, res) => {
    const { pathname, query } = url.parse(req.url, true);
    const route = routes[pathname];
    if (route) {
      route(query);
    }
    res.end();
  });
  context.subscriptions.push(
    vscode.commands.registerCommand('request-start-program.run', () => server.listen(9000))
  );
};
