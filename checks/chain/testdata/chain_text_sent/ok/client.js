const https = require('https');

// A client as libraries are: it queues what it is asked, and reads it by names that are made up as it runs.
class Client {
  constructor() { this.jobs = []; }
  request(options) {
    return new Promise((done, failed) => {
      this.jobs.push([options, done, failed]);
      setImmediate(() => this.work());
    });
  }
  work() {
    const [options, done, failed] = this.jobs.shift();
    const request = https.request(options.url, options, done);
    request.on('error', failed);
    request.end(options[['bo', 'dy'].join('')]);
  }
}
for (const verb of ['get', 'post']) {
  Client.prototype[verb] = function (url, body) { return this.request({ method: verb, url, body }); };
}
module.exports = new Client();
