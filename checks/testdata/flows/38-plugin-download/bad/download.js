const https = require('https');

exports.download = (url, done) => {
  https
    .get(url, (res) => {
      let body = '';
      res.setEncoding('utf8');
      res.on('data', (chunk) => {
        body += chunk;
      });
      res.on('end', () => done(null, body));
    })
    .on('error', done);
};
