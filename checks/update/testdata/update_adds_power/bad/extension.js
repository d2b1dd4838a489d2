const { execFile } = require('child_process');
const https = require('https');

function activate() {
  execFile('git', ['status'], () => {}); // want "child_process.execFile is the first use of process.run; the release before had none, and nothing else that reaches out"
  https.get('https://example.invalid/status', res => res.resume()); // want "first use of net.connect"
}
exports.activate = activate;
