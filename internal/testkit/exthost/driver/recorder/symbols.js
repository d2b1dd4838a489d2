'use strict';
// Which functions are wrapped, as data.

/**
 * Modules that are only loaded, and so only wrapped, when somebody asks for
 * them: loading them changes the process (domain), or warns.
 */
const ON_DEMAND = new Set(['domain', 'wasi', 'sqlite', 'sea', 'test', 'test/reporters', 'trace_events', 'repl', 'punycode', 'sys']);

/**
 * Functions that stay as they are. The module exports that are functions cannot
 * be replaced without replacing the module; Buffer's species makes V8 leave its
 * fast paths; timers and nextTick are called too often by everybody to look at
 * the stack each time, and give no power.
 */
const UNTOUCHED = new Set([
  'assert.strict', 'events.EventEmitter', 'module.Module', 'stream.Stream', 'buffer.Buffer', 'buffer.SlowBuffer',
  'process.nextTick', 'process.emit', 'process._tickCallback', 'process.reallyExit',
  'timers.setTimeout', 'timers.clearTimeout', 'timers.setInterval', 'timers.clearInterval', 'timers.setImmediate', 'timers.clearImmediate',
  'module._extensions', 'module._cache', 'module._pathCache',
]);

/** Globals that are no core module's, and so are named here. Web classes that only hold data are left alone. */
const GLOBALS = ['fetch', 'WebSocket', 'EventSource', 'structuredClone', 'atob', 'btoa'];

/** Namespaces of the language that give power. */
const GLOBAL_NAMESPACES = ['WebAssembly'];

/** Methods of instances: what calling or constructing the class gives. */
const METHODS = {
  net: { Socket: ['connect'], Server: ['listen', 'close', 'address'] },
  child_process: { ChildProcess: ['spawn', 'kill', 'send', 'disconnect', 'ref', 'unref'] },
  dgram: { Socket: ['bind', 'send', 'connect'] },
  dns: { Resolver: ['resolve', 'resolve4', 'resolve6', 'reverse', 'setServers'] },
  fs: { Dir: ['read', 'readSync', 'close', 'closeSync'] },
  http: { ClientRequest: ['write', 'end'], Agent: ['addRequest', 'createSocket', 'createConnection'] },
  inspector: { Session: ['connect', 'post'] },
  module: { Module: ['require', '_compile', 'load'] },
  vm: { Script: ['runInThisContext', 'runInNewContext', 'runInContext', 'createCachedData'] },
  worker_threads: { Worker: ['postMessage', 'terminate'] },
};

/** Methods of what fs.promises.open gives; on and close give no power. */
const HANDLE_METHODS = [
  'appendFile', 'chmod', 'chown', 'createReadStream', 'createWriteStream', 'datasync', 'read', 'readFile', 'readLines', 'readv', 'stat',
  'sync', 'truncate', 'utimes', 'write', 'writeFile', 'writev',
];

module.exports = { ON_DEMAND, UNTOUCHED, GLOBALS, GLOBAL_NAMESPACES, METHODS, HANDLE_METHODS };
