'use strict';
// Preloaded into the extension host and everything it starts (--require, and
// NODE_OPTIONS for what is forked with options of its own). It writes one line
// of JSON for every place in an extension's own code that calls a function of a
// Node core module, and changes nothing that the extension can reasonably see.
//
//   RINGFENCE_RECORD_ROOTS  JSON { extension id: its directory }
//   RINGFENCE_RECORD_DIR    where each process and worker writes a file of its own
//   RINGFENCE_RECORD_ROLES  a file: which arguments name what, see resources.js; without it only functions are recorded
//   RINGFENCE_RECORD_PLACES JSON [[directory, name], …]: what stands for the run's own directories
//
// Everything used while recording is captured here, before it is wrapped.
const fs = require('node:fs');
const path = require('node:path');
const { isMainThread, threadId } = require('node:worker_threads');
const { callerFrame } = require('./caller.js');
const { Instrument } = require('./instrument.js');
const { Resources, watchEnvironment } = require('./resources.js');

const { writeSync, openSync, realpathSync, readFileSync } = fs;
const { sep } = path;
const { stringify, parse } = JSON;

const MOST = 400; // different resources at one place

function start(roots, directory, options) {
  const owners = Object.entries(parse(roots)).map(([id, dir]) => ({ id, prefix: realpathSync(dir) + sep }));
  const file = openSync(path.join(directory, `${process.pid}-${threadId}.jsonl`), 'a');
  const write = (record) => writeSync(file, stringify(record) + '\n');
  const own = (script) => {
    for (const o of owners) if (script.startsWith(o.prefix)) return { id: o.id, file: script.slice(o.prefix.length) };
    return null;
  };

  const entry = own(process.argv[1] ?? '')?.file ?? path.basename(process.argv[1] ?? '');
  const kind = isMainThread ? (process.argv.includes('--type=extensionHost') ? 'host' : 'process') : 'worker';
  write({ process: kind, entry, node: process.versions.node });

  const seen = new Map(); // place and function -> how many different lines
  let busy = false; // looking for the caller may itself call what is wrapped
  const place = () => {
    if (busy) return null;
    busy = true;
    try {
      const frame = callerFrame();
      const at = frame && own(frame.script);
      return at && { ...at, line: frame.line, column: frame.column };
    } finally {
      busy = false;
    }
  };
  const tell = (at, module, member, how, about) => {
    const key = `${module}\0${member}\0${how}\0${at.id}\0${at.file}:${at.line}:${at.column}`;
    const lines = seen.get(key) ?? new Set();
    seen.set(key, lines);
    const text = stringify(about);
    if (lines.has(text) || lines.size >= MOST) return;
    lines.add(text);
    write({ extension: at.id, module, member, kind: how, file: at.file, line: at.line, column: at.column, ...(about.length ? { about } : {}) });
  };
  const resources = options.roles && new Resources(parse(readFileSync(options.roles, 'utf8')), parse(options.places ?? '[]'));
  const instrument = new Instrument((module, member, how, args, names) => {
    const at = place();
    if (at !== null) tell(at, module, member, how, resources ? resources.of(names(), args) : []);
  });
  if (resources) {
    let whole = ''; // where all variables were last asked for: the reads of each that follow are no news
    watchEnvironment((name) => {
      const at = place();
      if (at === null) return;
      const here = `${at.file}:${at.line}:${at.column}`;
      if (name === '*') whole = here;
      else if (whole === here) return;
      tell(at, 'process', 'env', 'call', [['envName', name]]);
    });
  }
  instrument.all();
  write({ aliases: instrument.aliases(), unwrapped: instrument.unwrapped });

  // VS Code replaces some functions after us (process.exit, fetch), and hands
  // each extension its own copy of the network modules. Those are what the
  // extension calls, so they are wrapped too: when an extension's file requires
  // something, and, for ES modules, which ask nobody, often in the beginning.
  instrument.onRequire((filename) => own(filename) !== null);
  let rounds = 500;
  const timer = setInterval(() => {
    instrument.globals();
    if (--rounds === 0) clearInterval(timer);
  }, 10);
  timer.unref();
}

if (process.env.RINGFENCE_RECORD_ROOTS && process.env.RINGFENCE_RECORD_DIR) {
  start(process.env.RINGFENCE_RECORD_ROOTS, process.env.RINGFENCE_RECORD_DIR, {
    roles: process.env.RINGFENCE_RECORD_ROLES, places: process.env.RINGFENCE_RECORD_PLACES,
  });
}
