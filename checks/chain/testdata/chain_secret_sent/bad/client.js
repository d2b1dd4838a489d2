const https = require('https');

// A client as libraries are: what it is given goes through names that are made up as it runs.
exports.Client = class {
  constructor(options) { this.options = options; }
  post(url, body) {
    const request = https.request(new URL(url, this.options[['base', 'URL'].join('')]), { method: 'POST' });
    request.end(this.options[['enc', 'ode'].join('')](body));
  }
};
