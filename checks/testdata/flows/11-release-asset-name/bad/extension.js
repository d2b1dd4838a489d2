// Modelled on ubugeeei-prod/vize issue 969 (3): the answer of a server names the file that is written, made
// executable and started.
const vscode = require('vscode');
const fs = require('fs');
const path = require('path');
const { execFile } = require('child_process');

async function install(dir) {
  const response = await fetch('https://api.example.com/repos/example/server/releases/latest');
  const release = await response.json();
  const asset = release.assets.find((a) => a.name.includes(process.platform));
  const file = path.join(dir, asset.name);
  const body = await fetch('https://api.example.com/assets/latest').then((r) => r.arrayBuffer());
  await fs.promises.writeFile(file, Buffer.from(body), { mode: 0o755 }); // want "fetch.*fs.promises.writeFile"
  return file;
}

exports.activate = (context) => {
  const dir = context.globalStorageUri.fsPath;
  context.subscriptions.push(
    vscode.commands.registerCommand('release-asset-name.run', async () => {
      const server = await install(dir);
      execFile(server, ['--stdio']); // want "fetch.*child_process.execFile"
    })
  );
};
