const http = require('http');
const https = require('https');

function activate() {
  http.get('http://192.0.2.17:8080/status'); // want "connects to \"192.0.2.17\", a number"
  http.get({ host: '0xc0000211', path: '/' }); // want "a number: no name says whose it is"
  https.get('https://example.invalid/a'); // want "^the code connects to \"example.invalid\" \\(and from 1 more places\\)$"
  https.get('https://' + 'example.invalid' + '/b');
  https.get('https://api.telegram.org/bot0/getMe'); // want "which takes what is sent and does not say for whom"
  https.get('https://gіthub.com/login'); // want "which is written to look like another name"
  https.get('https://xn--80ak6aa92e.com/'); // want "\"аррӏе.com\""
  https.get('https://pastebin.com/raw/placeholder'); // want "a place for text and files without an owner"
  https.get('https://build.corp/artifacts'); // want "a name of some private network"
  const later = 'https://discord.com/api/webhooks/0/placeholder'; // want "the code names \"discord.com\""
  const pool = 'stratum+tcp://gulf.moneroocean.stream:10128'; // want "a pool of miners"
  return [later, pool];
}
exports.activate = activate;
