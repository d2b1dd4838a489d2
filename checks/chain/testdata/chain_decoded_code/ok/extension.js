require('./machine').sum(require('fs').readFileSync(__dirname + '/sum.wasm'));
const vscode = require('vscode');
const crypto = require('crypto');

// A note is sealed with a key of the user's own, and shown as text.
function open(text, key, iv) {
  const d = crypto.createDecipheriv('aes-256-gcm', key, iv);
  return d.update(text, 'base64', 'utf8');
}

function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('vault.show', async () => {
    const key = await context.secrets.get('vault.key');
    const note = context.globalState.get('vault.note');
    if (key && note) {
      const text = open(note.text, Buffer.from(key, 'hex'), Buffer.from(note.iv, 'hex'));
      const document = await vscode.workspace.openTextDocument({ content: JSON.parse(text).body });
      await vscode.window.showTextDocument(document);
    }
  }));
}
exports.activate = activate;
