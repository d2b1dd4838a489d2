// The repaired form of the program beside it.
const vscode = require('vscode');
const http = require('http');

const REQUEST = /^(GET|POST|PUT)\s+(\S+)/;

function parse(text) {
  const [, method, url] = text.split('\n').find((line) => REQUEST.test(line)).match(REQUEST);
  return { method, url };
}

function send({ method, url }) {
  if (vscode.workspace.isTrusted) {
    const request = http.request(url, { method }, (response) => response.resume());
    request.end();
  }
}

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument((document) => send(parse(document.getText())))
  );
};
