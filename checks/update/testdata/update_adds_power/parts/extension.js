const https = require('https');

// A library that asks how long a text may be, of a Node that does not say it elsewhere.
let longest;
try { longest = process.binding('buffer').kStringMaxLength; } catch {} // want "process.binding is the first use of code.native"

function activate() {
  https.get('https://example.invalid/status?' + longest, res => res.resume()); // want "first use of net.connect"
}
exports.activate = activate;
