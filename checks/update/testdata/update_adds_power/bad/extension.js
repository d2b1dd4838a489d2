const { execFile } = require('child_process');
const https = require('https');
const os = require('os');

function activate() {
  execFile('git', ['status'], () => {}); // want "child_process.execFile is the first use of process.run; the release before had none, and nothing else that reaches out" "this one asks the network and runs child_process.execFile where no command leads"
  https.get('https://example.invalid/status', res => res.resume()); // want "first use of net.connect"
  const request = https.request('https://stats.example.com/t', { method: 'POST' });
  request.end(os.hostname()); // want "what is private goes to .stats.example.com., which the release before did not name"
}
exports.activate = activate;
