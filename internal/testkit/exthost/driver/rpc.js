'use strict';
// VS Code's RPC between the extension host and the workbench: which proxy a
// number stands for, and how requests and replies are laid out in bytes.

const MESSAGE = {
  request: 1, requestCancellable: 2, requestMixed: 3, requestMixedCancellable: 4,
  cancel: 6, replyEmpty: 7, replyBuffer: 8, replyJSON: 9, replyJSONBuffers: 10,
  replyError: 11, replyErrorEmpty: 12,
};
const ARGUMENT = { json: 1, buffer: 2, jsonBuffers: 3, undefined: 4 };

/**
 * Proxy ids are positions: the bundle creates its identifiers in one row of
 * createProxyIdentifier("MainThread…") calls. Reading them from the bundle is
 * what lets one driver serve every version.
 */
function readProxyIds(bundle) {
  const names = [...bundle.matchAll(/[\w$]+\("((?:MainThread|ExtHost)[A-Za-z0-9]*)"\)/g)].map((m) => m[1]);
  return {
    name: (id) => names[id - 1] ?? `#${id}`,
    id: (name) => names.indexOf(name) + 1,
  };
}

class Rpc {
  /**
   * @param {(name: string, args: any[]) => any} serve answers the host's
   *   requests; the name is "MainThreadCommands.$registerCommand"
   */
  constructor(send, proxies, serve) {
    this.send = send;
    this.proxies = proxies;
    this.serve = serve;
    this.last = 0;
    this.waiting = new Map();
  }

  /** Calls a method of the extension host; with token, a cancellation token follows the arguments. */
  call(actor, method, args, { token = false } = {}) {
    const id = this.proxies.id(actor);
    if (!id) return Promise.reject(new Error(`this version has no ${actor}`));
    const request = ++this.last;
    const mixed = args.some((x) => Buffer.isBuffer(x));
    const type = mixed ? (token ? MESSAGE.requestMixedCancellable : MESSAGE.requestMixed) : token ? MESSAGE.requestCancellable : MESSAGE.request;
    return new Promise((resolve, reject) => {
      this.waiting.set(request, { resolve, reject });
      this.send(Buffer.concat([
        head(type, request), Buffer.from([id]), shortString(method), mixed ? encodeMixed(args) : longString(JSON.stringify(args)),
      ]));
    });
  }

  /** Fails everything still waiting: the host is gone. */
  close(error) {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }

  async receive(message) {
    const type = message.readUInt8(0);
    const request = message.readUInt32BE(1);
    if (type <= MESSAGE.requestMixedCancellable) return this.#answer(type, request, message);
    const waiting = this.waiting.get(request);
    if (type < MESSAGE.replyEmpty || !waiting) return undefined;
    this.waiting.delete(request);
    switch (type) {
      case MESSAGE.replyEmpty: return waiting.resolve(undefined);
      case MESSAGE.replyBuffer: return waiting.resolve(readLong(message, 5));
      case MESSAGE.replyJSON: return waiting.resolve(JSON.parse(readLong(message, 5)));
      case MESSAGE.replyJSONBuffers: return waiting.resolve(JSON.parse(readLong(message, 9)));
      case MESSAGE.replyError: {
        const remote = JSON.parse(readLong(message, 5));
        return waiting.reject(new Error(remote?.message ?? String(remote)));
      }
      default: return waiting.reject(new Error('the extension host answered with an empty error'));
    }
  }

  async #answer(type, request, message) {
    const nameLength = message.readUInt8(6);
    const name = `${this.proxies.name(message.readUInt8(5))}.${message.subarray(7, 7 + nameLength)}`;
    let reply;
    try {
      const value = await this.serve(name, decodeArguments(type, message, 7 + nameLength));
      if (value === undefined) reply = head(MESSAGE.replyEmpty, request);
      else if (Buffer.isBuffer(value)) reply = Buffer.concat([head(MESSAGE.replyBuffer, request), longString(value)]);
      else reply = Buffer.concat([head(MESSAGE.replyJSON, request), longString(JSON.stringify(value))]);
    } catch (e) {
      const error = { $isError: true, name: e.name, message: e.message, stack: e.stack, code: e.code };
      reply = Buffer.concat([head(MESSAGE.replyError, request), longString(JSON.stringify(error))]);
    }
    this.send(reply);
  }
}

function head(type, request) {
  const b = Buffer.alloc(5);
  b.writeUInt8(type, 0);
  b.writeUInt32BE(request, 1);
  return b;
}

function shortString(s) {
  const b = Buffer.from(s);
  return Buffer.concat([Buffer.from([b.length]), b]);
}

function longString(s) {
  const b = Buffer.isBuffer(s) ? s : Buffer.from(s);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(b.length);
  return Buffer.concat([length, b]);
}

function readLong(b, at) {
  return b.subarray(at + 4, at + 4 + b.readUInt32BE(at));
}

/** Arguments of which some are bytes. */
function encodeMixed(args) {
  const parts = [Buffer.from([args.length])];
  for (const x of args) {
    if (x === undefined) parts.push(Buffer.from([ARGUMENT.undefined]));
    else parts.push(Buffer.from([Buffer.isBuffer(x) ? ARGUMENT.buffer : ARGUMENT.json]), longString(Buffer.isBuffer(x) ? x : JSON.stringify(x)));
  }
  return Buffer.concat(parts);
}

function decodeArguments(type, b, at) {
  if (type === MESSAGE.request || type === MESSAGE.requestCancellable) return JSON.parse(readLong(b, at));
  const args = [];
  const next = () => { const part = readLong(b, at); at += 4 + part.length; return part; };
  const count = b.readUInt8(at++);
  for (let i = 0; i < count; i++) {
    switch (b.readUInt8(at++)) {
      case ARGUMENT.json: args.push(JSON.parse(next())); break;
      case ARGUMENT.buffer: args.push(next()); break;
      case ARGUMENT.jsonBuffers: {
        const buffers = b.readUInt32BE(at); at += 4;
        const value = JSON.parse(next());
        for (let j = 0; j < buffers; j++) next();
        args.push(value);
        break;
      }
      default: args.push(undefined);
    }
  }
  return args;
}

module.exports = { Rpc, readProxyIds };
