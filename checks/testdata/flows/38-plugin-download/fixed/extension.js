// The repaired form of the program beside it.
const vscode = require('vscode');
const { download } = require('./download');

exports.activate = (context) => {
  const load = (name) =>
    download(`https://plugins.example.com/${encodeURIComponent(name)}.json`, (error, code) => {
      if (!error) {
        const { title } = JSON.parse(code);
        vscode.window.showInformationMessage(title);
      }
    });
  context.subscriptions.push(vscode.commands.registerCommand('plugin-download.run', () => load('default')));
};
