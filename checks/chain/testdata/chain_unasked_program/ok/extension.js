const vscode = require('vscode');
const path = require('path');
const { execFile, spawn } = require('child_process');

// A formatter that ships as a script is run for the document at hand.
function activate(context) {
  // An address is opened by a program of Windows, and nothing of the extension's.
  context.subscriptions.push(vscode.commands.registerCommand('toy.help', () => spawn('rundll32', ['url.dll,FileProtocolHandler', 'https://toy.fixture.invalid/'])));
  const program = path.join(context.extensionPath, 'bin', 'format.js');
  context.subscriptions.push(vscode.languages.registerDocumentFormattingEditProvider('toy', {
    provideDocumentFormattingEdits(document) {
      return new Promise(resolve => {
        execFile(process.execPath, [program, '--stdin'], (error, stdout) => {
          const all = new vscode.Range(0, 0, document.lineCount, 0);
          resolve(error ? [] : [vscode.TextEdit.replace(all, stdout)]);
        });
      });
    },
  }));
}
exports.activate = activate;
