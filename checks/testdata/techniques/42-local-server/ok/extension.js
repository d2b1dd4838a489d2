const http = require('http');
const vscode = require('vscode');

// One page is served, on this machine only, to who knows the secret.
function activate() {
  const secret = require('crypto').randomBytes(16).toString('hex');
  const server = http.createServer((request, response) => {
    if (request.headers.host !== '127.0.0.1:5500' || request.url !== '/' + secret) {
      response.statusCode = 403;
      response.end();
      return;
    }
    response.end('<!doctype html><title>preview</title>');
  });
  server.listen(5500, '127.0.0.1');
  vscode.env.openExternal(vscode.Uri.parse('http://127.0.0.1:5500/' + secret));
}
exports.activate = activate;
