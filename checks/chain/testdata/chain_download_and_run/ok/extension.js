const vscode = require('vscode');
const https = require('https');
const fs = require('fs');
const path = require('path');
const crypto = require('crypto');
const { spawn } = require('child_process');

// A language server is fetched once the user agrees, into the extension's own storage, and runs only when
// it is the file whose digest the extension ships.
const digest = 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c';

function activate(context) {
  require('./part').load(context);
  require('./part').keep();
  context.subscriptions.push(vscode.commands.registerCommand('analyzer.update', async () => {
    if (await vscode.window.showInformationMessage('Download the analyzer?', 'Download') !== 'Download') {
      return;
    }
    const target = path.join(context.globalStorageUri.fsPath, 'analyzer');
    const response = await fetch('https://example.invalid/releases/analyzer-1.2.3');
    const bytes = Buffer.from(await response.arrayBuffer());
    if (crypto.createHash('sha256').update(bytes).digest('hex') !== digest) {
      throw new Error('the download is not what was released');
    }
    fs.writeFileSync(target, bytes, { mode: 0o755 });
    spawn(target, ['--stdio']);
  }));
}
exports.activate = activate;
