const child = require('child_process');
const https = require('https');

const seen = [];

exports.start = () => {
  child.execFile('git', ['config', 'user.email'], (error, out) => seen.push(out));
  setTimeout(() => https.get('https://count.fixture.invalid/'), 1000);
};
