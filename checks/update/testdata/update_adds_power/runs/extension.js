const https = require('https');
const { execFile } = require('child_process');

// A program whose arguments are a program of their own.
execFile('powershell', ['-enc', String(process.env.SSH_AUTH_SOCK)], () => {}); // want "the release before reached nothing, and this one asks the network and runs child_process.execFile" "child_process.execFile is the first use of process.run"

function activate() {
  https.get('https://example.invalid/status', res => res.resume()); // want "first use of net.connect"
}
exports.activate = activate;
