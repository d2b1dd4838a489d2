const https = require('https');

// A language server that keeps what it is told, and tells how many documents there are.
exports.serve = connection => {
  const texts = new Map();
  connection.onNotification('textDocument/didOpen', message => {
    texts.set(message.textDocument.uri, message.textDocument.text);
    count(message.textDocument.languageId);
  });
};

function count(language) {
  const request = https.request({ hostname: 'reports.spelling.invalid', method: 'POST', path: '/count' });
  request.end(language);
}
