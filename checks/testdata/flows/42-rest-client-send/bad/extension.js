// Modelled on REST clients: the address in a .http file of the workspace is requested as soon as the file is opened.
const vscode = require('vscode');
const http = require('http');

const REQUEST = /^(GET|POST|PUT)\s+(\S+)/;

function parse(text) {
  const [, method, url] = text.split('\n').find((line) => REQUEST.test(line)).match(REQUEST);
  return { method, url };
}

function send({ method, url }) {
  const request = http.request(url, { method }, (response) => response.resume()); // want "workspace.*http.request"
  request.end();
}

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument((document) => send(parse(document.getText())))
  );
};
