'use strict';
// VS Code's PersistentProtocol: how the extension host and the workbench frame
// messages on their socket. A frame is 13 bytes of header, type(1) id(4) ack(4)
// length(4), and the payload. Both sides number regular frames and acknowledge
// them; a side that hears nothing for 20 s gives the connection up, hence the
// keep-alive.

const HEADER = 13;
const FRAME = { regular: 1, ack: 3, keepAlive: 9 };

class Wire {
  /** @param {(payload: Buffer) => void} onMessage gets each regular frame's payload, in order */
  constructor(socket, onMessage) {
    this.socket = socket;
    this.onMessage = onMessage;
    this.pending = Buffer.alloc(0);
    this.sent = 0;
    this.received = 0;
    this.ackTimer = null;
    this.keepAlive = setInterval(() => this.#frame(FRAME.keepAlive, 0), 5000);
    this.keepAlive.unref();
    socket.on('data', (data) => this.#read(data));
    socket.on('close', () => { clearInterval(this.keepAlive); clearTimeout(this.ackTimer); });
    socket.on('error', () => {}); // the host died; its exit says so better
  }

  send(payload) {
    this.sent += 1;
    this.#frame(FRAME.regular, this.sent, payload);
  }

  #read(data) {
    const all = this.pending.length ? Buffer.concat([this.pending, data]) : data;
    let at = 0;
    while (all.length - at >= HEADER) {
      const length = all.readUInt32BE(at + 9);
      if (all.length - at - HEADER < length) break;
      const type = all.readUInt8(at);
      const id = all.readUInt32BE(at + 1);
      const payload = all.subarray(at + HEADER, at + HEADER + length);
      at += HEADER + length;
      if (type === FRAME.regular && id > this.received) {
        this.received = id;
        this.#acknowledgeSoon();
        this.onMessage(Buffer.from(payload));
      }
    }
    this.pending = Buffer.from(all.subarray(at));
  }

  #acknowledgeSoon() {
    if (this.ackTimer) return;
    this.ackTimer = setTimeout(() => { this.ackTimer = null; this.#frame(FRAME.ack, 0); }, 50);
  }

  #frame(type, id, payload = Buffer.alloc(0)) {
    if (this.socket.destroyed) return;
    const header = Buffer.alloc(HEADER);
    header.writeUInt8(type, 0);
    header.writeUInt32BE(id, 1);
    header.writeUInt32BE(this.received, 5);
    header.writeUInt32BE(payload.length, 9);
    this.socket.write(Buffer.concat([header, payload]));
  }
}

module.exports = { Wire };
