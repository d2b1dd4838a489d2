const vscode = require('vscode');

// A question is asked, and the host is told nowhere.
exports.reports = context => {
  context.subscriptions.push(vscode.workspace.onDidSaveTextDocument(async document => {
    const body = JSON.stringify({ line: document.getText() });
    const yes = await vscode.window.showInformationMessage('Send this text?', 'Send', 'Do not send');
    if (yes === 'Send') {
      await fetch('https://grammar.invalid/v1', { method: 'POST', body });  // want "the text of documents goes to \"grammar"
    }
  }));
};

// No registry, and told nowhere.
exports.versions = context => {
  context.subscriptions.push(vscode.workspace.onDidSaveTextDocument(document => {
    const name = /"([^"]+)":/.exec(document.getText())[1];
    fetch(`https://names.invalid/${name}/latest`).then(answer => answer.json());  // want "the text of documents goes to \"names"
  }));
};
