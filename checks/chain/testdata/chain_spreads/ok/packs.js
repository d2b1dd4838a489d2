const fs = require('fs');
const path = require('path');
const { spawn } = require('child_process');

// A release of several packages brings the licence along, and none of the extension's code.
exports.packs = function (folder) {
  for (const name of fs.readdirSync(folder)) {
    const dir = path.join(folder, name);
    fs.copyFileSync(path.join(folder, '..', 'LICENSE'), path.join(dir, 'LICENSE'));
    spawn('npm', ['publish', '--access', 'public'], { cwd: dir, stdio: 'ignore', detached: true }).unref();
  }
};
