require('./tied');
const http = require('http');
const vscode = require('vscode');

// A tool on this machine may ask for the name of the open file, and knows two methods.
const methods = {
  version: () => '1.0.0',
  file: () => vscode.window.activeTextEditor?.document.languageId ?? '',
};

function activate() {
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', part => { body += part; });
    request.on('end', () => {
      const { id, method } = JSON.parse(body);
      const result = method === 'version' ? methods.version() : method === 'file' ? methods.file() : null;
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  });
  server.listen(0, '127.0.0.1');
}
exports.activate = activate;
require('./tunnel');
require('./disk');
require('./client').start();
