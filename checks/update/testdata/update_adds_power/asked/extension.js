const vscode = require('vscode');
const { execFile } = require('child_process');
const https = require('https');
const os = require('os');

// The same by a command is what releases are for.
exports.activate = () => vscode.commands.registerCommand('power.report', () => {
  execFile('git', ['status'], () => {}); // want "first use of process.run"
  const request = https.request('https://stats.example.com/t', { method: 'POST' }); // want "first use of net.connect"
  request.end(os.hostname());
});
