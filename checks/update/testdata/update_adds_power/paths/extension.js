const https = require('https');
const { execFile } = require('child_process');

// A library has a path spelled as Windows does, of an environment that spells it otherwise.
execFile('cygpath', ['-w', String(process.env.SSH_AUTH_SOCK)], () => {}); // want "child_process.execFile is the first use of process.run"

function activate() {
  https.get('https://example.invalid/status', res => res.resume()); // want "first use of net.connect"
}
exports.activate = activate;
