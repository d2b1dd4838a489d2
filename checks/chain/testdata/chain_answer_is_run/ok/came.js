require('./given').start();
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
    this.broker.on('message', (topic, body) => console.log(topic, body.toString()));
  }
}
new Feed().start();

async function decoder() {
  const answer = await fetch('https://example.invalid/codec.wasm');
  await WebAssembly.instantiate(await answer.arrayBuffer(), { env: { log: n => console.log(n) } });
}
decoder();
