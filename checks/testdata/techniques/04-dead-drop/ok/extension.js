const vscode = require('vscode');
const https = require('https');

// The next meeting's title is shown in the status bar.
function page(url) {
  return new Promise((resolve, reject) => {
    https.get(url, { headers: { 'User-Agent': 'meeting-reminder' } }, res => {
      const parts = [];
      res.on('data', d => parts.push(d));
      res.on('end', () => resolve(Buffer.concat(parts).toString('utf8')));
    }).on('error', reject);
  });
}

async function activate(context) {
  const item = vscode.window.createStatusBarItem();
  context.subscriptions.push(item);
  const html = await page('https://calendar.app.google/PLACEHOLDERxxxxxxx');
  const found = /data-base-title="([^"]+)"/.exec(html);
  item.text = found ? found[1] : 'no meeting';
  item.show();
}
exports.activate = activate;
