// The repaired form of the program beside it.
const vscode = require('vscode');
const fs = require('fs');
const path = require('path');
const crypto = require('crypto');
const { execFile } = require('child_process');

const SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

async function install(dir) {
  const file = path.join(dir, 'server-1.4.2');
  const body = Buffer.from(await fetch('https://api.example.com/assets/1.4.2').then((r) => r.arrayBuffer()));
  const sum = crypto.createHash('sha256').update(body).digest('hex');
  if (sum !== SHA256) {
    throw new Error('the download is not the one this extension was built with');
  }
  await fs.promises.writeFile(file, body, { mode: 0o755 });
  return file;
}

exports.activate = (context) => {
  const dir = context.globalStorageUri.fsPath;
  context.subscriptions.push(
    vscode.commands.registerCommand('release-asset-name.run', async () => {
      const server = await install(dir);
      execFile(server, ['--stdio']);
    })
  );
};
