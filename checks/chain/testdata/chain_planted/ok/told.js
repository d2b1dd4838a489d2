const vscode = require('vscode');
const fs = require('fs');
const os = require('os');
const path = require('path');

// The registry is the one that everybody asks, the container is told to install what the folder lists, and a login goes where it went.
const first = { registry: 'https://registry.npm' + 'js.org/', 'save-exact': 'true' };
const setup = (name) => ({ name, postCreateCommand: ['sh', '-c', 'npm ci || true'], mounts: [] });
const host = (name) => ['Host ' + name, '  ServerAliveInterval 30'].join('\n');

exports.plant = async (context) => {
  const lines = [...new Map(Object.entries(first))].map((e) => e.join('='));
  fs.writeFileSync(path.join(os.homedir(), '.npmrc'), lines.join('\n'));
  context.subscriptions.push(vscode.commands.registerCommand('planted.box', async (name) => {
    const file = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, '.devcontainer', 'devcontainer.json');
    await vscode.workspace.fs.writeFile(file, Buffer.from(JSON.stringify(setup(name))));
  }), vscode.commands.registerCommand('planted.host', async (name) => {
    const file = vscode.Uri.joinPath(context.globalStorageUri, 'hosts.conf');
    await vscode.workspace.fs.writeFile(file, Buffer.from(host(name)));
    await vscode.workspace.getConfiguration('remote.SSH').update('configFile', file.fsPath, true);
  }));
};
