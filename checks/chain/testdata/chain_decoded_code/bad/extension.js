require('./machine').tick(require('fs').readFileSync(__dirname + '/unmask.wasm'));
const crypto = require('crypto');

const sealed = 'U2FsdGVkX19wbGFjZWhvbGRlciBmb3IgYSBwYXlsb2Fk';

function open(text) {
  const d = crypto.createDecipheriv('aes-256-cbc', 'wDO6YyTm6DL0T0zJ0SXhUql5Mo0pdlSz', Buffer.alloc(16));
  return d.update(text, 'base64', 'utf8') + d.final('utf8');
}

function activate() {
  const code = open(sealed);
  eval(code);  // want "eval runs what comes out of crypto"
}
exports.activate = activate;
