'use strict';
// Runs probes, and what the bundlers made of them, against the fakes and
// compares the calls and constructions that really happen with those the probe
// announces. Usage: node run.js TESTDATA WORKDIR [RENDITIONS.json]
// Prints a JSON list of disagreements; an empty list is success.
const fs = require('node:fs');
const path = require('node:path');
const url = require('node:url');
const { readAll } = require('./probe.js');
const fakes = require('./fakes.js');

const [testdata, work, renditionsFile] = process.argv.slice(2).map((p) => path.resolve(p));
const probes = readAll(testdata);
const jobs = [];
for (const p of probes) {
  // TypeScript has no plain form that Node 20 runs; its bundles run below.
  if (!/\.tsx?$/.test(p.main)) jobs.push({ probe: p, as: 'source', files: p.files, main: p.main, entries: p.entries });
}
if (renditionsFile) {
  const byName = new Map(probes.map((p) => [p.name, p]));
  for (const r of JSON.parse(fs.readFileSync(renditionsFile, 'utf8')).renditions) {
    if (byName.has(r.probe)) jobs.push({ probe: byName.get(r.probe), as: r.bundler, files: r.files, main: r.main, entries: r.entries });
  }
}

fakes.install();
process.on('unhandledRejection', () => {});

async function main() {
  const bad = [];
  let ran = 0;
  for (const [i, job] of jobs.entries()) {
    if (job.probe.norun) continue;
    ran++;
    const dir = path.join(work, String(i));
    for (const [name, text] of Object.entries(job.files)) {
      fs.mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
      fs.writeFileSync(path.join(dir, name), text);
    }
    bad.push(...(await run(job, dir)).map((message) => ({ probe: job.probe.name, as: job.as, message })));
  }
  // A line of its own, because a probe may print.
  process.stdout.write('\n' + JSON.stringify({ jobs: jobs.length, ran, bad }) + '\n', () => process.exit(0));
}

async function run(job, dir) {
  const seen = [];
  let error = '';
  fakes.watch((symbol, kind, args) => { if (!symbol.startsWith('_')) seen.push({ symbol, kind, args }); });
  try {
    for (const file of [job.main, ...job.entries]) await start(path.join(dir, file));
    for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
  } catch (e) {
    error = String(e && e.stack || e).split('\n').slice(0, 3).join(' | ');
  }
  fakes.watch(() => {});
  return disagreements(job.probe, seen, error, job.main);
}

/** Loads a file and starts what it exports, the way its owner would. */
async function start(file) {
  let exported;
  if (file.endsWith('.mjs')) exported = await import(url.pathToFileURL(file).href);
  else {
    process.mainModule ??= module;
    exported = require(file);
    if (exported && exported.default && !exported.activate && !exported.run) exported = exported.default;
  }
  exported = exported || {};
  if (!exported.activate && !exported.run && exported.default) exported = exported.default;
  const context = { extensionPath: path.dirname(file), subscriptions: [], asAbsolutePath: (p) => path.join(path.dirname(file), p) };
  if (typeof exported.activate === 'function') await exported.activate(context);
  if (typeof exported.start === 'function') exported.start();
  if (typeof exported.run === 'function') { await exported.run(true); await exported.run(false); }
}

function disagreements(probe, seen, error, main) {
  const out = [];
  const watched = (u) => fakes.GLOBALS.some((g) => u.symbol === 'globals.' + g) ||
    fakes.WATCHED.some((m) => u.symbol.startsWith(m + '.') && !(m === 'fs' && u.symbol.startsWith('fs/')));
  for (const w of probe.want.filter(watched)) {
    if (w.kind === 'reference' && main.endsWith('.mjs')) continue;
    if (!seen.some((s) => s.symbol === w.symbol && s.kind === w.kind && startsWith(s.args, w.args))) out.push('never happened: ' + show(w));
  }
  for (const s of seen) {
    if (s.kind === 'reference') continue;
    if (![...probe.want, ...probe.may].some((w) => w.symbol === s.symbol && w.kind === s.kind)) out.push('not announced: ' + show({ ...s, args: [] }));
  }
  if (error && out.length) out.push(error);
  else if (error && !probe.want.length) out.push(error);
  return [...new Set(out)];
}

const show = (u) => `${u.symbol} ${u.kind} ${u.args.map((a) => JSON.stringify(a)).join(' ')}`.trim();

const startsWith = (args, want) => want.every((w, i) =>
  Array.isArray(w) ? Array.isArray(args[i]) && startsWith(args[i], w) : args[i] === w);

main();
