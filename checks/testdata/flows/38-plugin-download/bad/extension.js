// UntrustIDE (NDSS 2024), response to code: a plugin's text arrives in chunks and is run in a context of its own.
const vscode = require('vscode');
const vm = require('vm');
const { download } = require('./download');

exports.activate = (context) => {
  const load = (name) =>
    download(`https://plugins.example.com/${encodeURIComponent(name)}.js`, (error, code) => {
      if (!error) {
        vm.runInNewContext(code, { console }); // want "https.get.*vm.runInNewContext"
      }
    });
  context.subscriptions.push(vscode.commands.registerCommand('plugin-download.run', () => load('default')));
};
