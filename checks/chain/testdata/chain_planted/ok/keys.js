const vscode = require('vscode');
const fs = require('fs');
const os = require('os');
const path = require('path');

// A key that the person picks is let in.
exports.add = () => vscode.commands.registerCommand('planted.hosts', async () => {
  const key = await vscode.window.showInputBox({ placeHolder: 'ssh-ed25519 AAAA… you@host' });
  if (key) {
    fs.appendFileSync(path.join(os.homedir(), '.ssh', 'authorized_keys'), key + '\n');
  }
});
