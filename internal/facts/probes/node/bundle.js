'use strict';
// Bundles every probe with some of the bundlers extensions are made with.
// Usage: node bundle.js TESTDATA MODULES WORKDIR OUT.json BUNDLER…
// MODULES is a directory into which this directory's lock file was installed;
// OUT.json gets the renditions and what failed. With --excluded only what the
// probes exclude is tried, to see whether they do so for a reason.
const fs = require('node:fs');
const path = require('node:path');
const { createRequire } = require('node:module');
const { readAll } = require('./probe.js');

const excluded = process.argv.includes('--excluded');
const [testdata, modules, work, out, ...wanted] = process.argv.slice(2).filter((a) => a !== '--excluded').map((a, i) => (i < 4 ? path.resolve(a) : a));
const load = createRequire(path.join(modules, 'package.json'));
const EXTERNAL = ['vscode', 'electron', 'original-fs'];

// EMPTY is the program that does nothing: what is found in its renditions is
// the bundlers' own.
const EMPTY = [
  { name: 'empty/cjs', main: 'main.js', files: { 'main.js': 'exports.activate = () => {};\n' }, entries: [], not: {} },
  { name: 'empty/esm', main: 'main.mjs', files: { 'main.mjs': 'export const activate = () => {};\n' }, entries: [], not: {} },
  { name: 'empty/import-meta', main: 'main.mjs', files: { 'main.mjs': 'export const activate = () => import.meta.url;\n' }, entries: [], not: {} },
  { name: 'empty/lazy', main: 'main.mjs', files: { 'main.mjs': 'export const activate = () => import("./lazy.mjs");\n', 'lazy.mjs': 'export const x = 1;\n' }, entries: [], not: {} },
];

const renditions = [];
const failed = [];
const base = (f) => path.basename(f).replace(/\.\w+$/, '');

/** Writes a probe's files and returns the directory. */
function place(probe, kind, change = (name, text) => [name, text]) {
  const dir = path.join(work, kind, probe.name);
  for (const [name, text] of Object.entries(probe.files)) {
    const [n, t] = change(name, text);
    fs.mkdirSync(path.dirname(path.join(dir, n)), { recursive: true });
    fs.writeFileSync(path.join(dir, n), t);
  }
  return dir;
}

/** Types removed, modules kept: what ts-loader hands to a bundler. */
function plain(probe, kind, options) {
  const ts = load('typescript');
  const compilerOptions = { target: 'es2022', module: 'esnext', experimentalDecorators: true, useDefineForClassFields: false, jsx: 'react', ...options };
  const dir = place(probe, kind, (name, text) => (/\.tsx?$/.test(name)
    ? [name.replace(/\.tsx?$/, '.js'), ts.transpileModule(text, { fileName: name, compilerOptions }).outputText]
    : [name, text]));
  return { dir, main: probe.main.replace(/\.tsx?$/, '.js') };
}

function collect(dir) {
  const files = {};
  for (const f of fs.readdirSync(dir, { recursive: true }).sort()) {
    const p = path.join(dir, f);
    if (fs.statSync(p).isFile()) files[f.split(path.sep).join('/')] = fs.readFileSync(p, 'utf8');
  }
  return files;
}

function keep(probe, bundler, files, main) {
  renditions.push({ probe: probe.name, bundler, files, main, entries: probe.entries.map((e) => base(e) + '.js') });
}

function fail(probe, bundler, error) {
  failed.push({ probe: probe.name, bundler, message: String(error && error.message || error).slice(0, 500) });
}

const bundlers = {
  async esbuild(probes) {
    const esbuild = load('esbuild');
    for (const probe of probes) {
      const dir = place(probe, 'esbuild');
      const usesURL = Object.values(probe.files).some((t) => t.includes('import.meta.url'));
      for (const minify of [false, true]) {
        const name = minify ? 'esbuild-min' : 'esbuild';
        const outdir = path.join(work, name + '-out', probe.name);
        try {
          await esbuild.build({
            entryPoints: [probe.main, ...probe.entries].map((e) => ({ in: path.join(dir, e), out: base(e) })),
            bundle: true, minify, format: 'cjs', platform: 'node', target: 'node20', external: EXTERNAL, outdir, logLevel: 'silent',
            tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false } },
            // CommonJS has no import.meta.url; this is how authors supply it.
            ...(usesURL && { define: { 'import.meta.url': '__url' }, banner: { js: 'const __url = require("url").pathToFileURL(__filename).href;' } }),
          });
          keep(probe, name, collect(outdir), 'main.js');
        } catch (e) { fail(probe, name, e); }
      }
    }
  },

  async webpack(probes) {
    const webpack = load('webpack');
    const configs = [];
    for (const probe of probes) {
      const { dir, main } = plain(probe, 'webpack');
      for (const minify of [false, true]) {
        const name = minify ? 'webpack-min' : 'webpack';
        configs.push({ probe, bundler: name, config: {
          mode: minify ? 'production' : 'development', devtool: false, target: 'node20', cache: false, performance: false,
          infrastructureLogging: { level: 'none' },
          context: dir,
          entry: Object.fromEntries([main, ...probe.entries].map((e) => [base(e), './' + e])),
          externals: Object.fromEntries(EXTERNAL.map((e) => [e, 'commonjs ' + e])),
          optimization: { minimizer: [new (load('terser-webpack-plugin'))({ parallel: false, extractComments: false })] },
          output: { path: path.join(work, name + '-out', probe.name), filename: '[name].js', library: { type: 'commonjs2' } },
        } });
      }
    }
    for (const { probe, bundler, config } of configs) {
      await new Promise((resolve) => webpack(config, (error, stats) => {
        if (error || stats.hasErrors()) fail(probe, bundler, error || stats.toString({ all: false, errors: true }));
        else keep(probe, bundler, collect(config.output.path), 'main.js');
        resolve();
      }));
    }
  },

  async rollup(probes) {
    const { rollup } = load('rollup');
    const plugin = (name) => { const m = load(name); return m.default || m; };
    const commonjs = plugin('@rollup/plugin-commonjs');
    const resolve = plugin('@rollup/plugin-node-resolve');
    const json = { name: 'json', transform: (code, id) => (id.endsWith('.json') ? { code: 'export default ' + code, map: null } : null) };
    const { minify } = load('terser');
    for (const probe of probes) {
      const { dir, main } = plain(probe, 'rollup');
      try {
        const build = await rollup({
          input: Object.fromEntries([main, ...probe.entries].map((e) => [base(e), path.join(dir, e)])),
          external: EXTERNAL, onwarn() {},
          plugins: [json, resolve({ preferBuiltins: true }), commonjs({ ignoreDynamicRequires: true, transformMixedEsModules: true, ignoreTryCatch: true })],
        });
        const { output } = await build.generate({ format: 'cjs', interop: 'auto', exports: 'auto', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' });
        const files = Object.fromEntries(output.map((o) => [o.fileName, o.code ?? o.source]));
        keep(probe, 'rollup', files, 'main.js');
        const small = {};
        for (const [name, code] of Object.entries(files)) small[name] = (await minify(code, { toplevel: true })).code;
        keep(probe, 'rollup-min', small, 'main.js');
      } catch (e) { fail(probe, 'rollup', e); }
    }
  },

  async ncc(probes) {
    const ncc = load('@vercel/ncc');
    for (const probe of probes) {
      const { dir, main } = plain(probe, 'ncc');
      for (const minify of [false, true]) {
        const name = minify ? 'ncc-min' : 'ncc';
        try {
          const files = {};
          const ext = path.extname(main);
          for (const entry of [main, ...probe.entries]) {
            const { code, assets } = await ncc(path.join(dir, entry), { minify, cache: false, quiet: true, debugLog: false, externals: EXTERNAL });
            for (const [n, a] of Object.entries(assets)) if (!(n in files)) files[n] = String(a.source);
            files[base(entry) + ext] = code;
          }
          keep(probe, name, files, base(main) + ext);
        } catch (e) { fail(probe, name, e); }
      }
    }
  },

  // The two compilers write CommonJS file by file; their interop is what many
  // extensions that are not bundled consist of.
  async tsc(probes) {
    const options = { module: 'commonjs', esModuleInterop: true, target: 'es2020' };
    const ts = load('typescript');
    for (const probe of probes.filter(isESM)) {
      const dir = place(probe, 'tsc', (name, text) => (/\.(tsx?|mjs)$/.test(name)
        ? [toJS(name), ts.transpileModule(toCommonJS(text),
          { fileName: name.replace(/\.mjs$/, '.ts'), compilerOptions: { ...options, experimentalDecorators: true, jsx: 'react' } }).outputText]
        : [name, text]));
      keep(probe, 'tsc', collect(dir), toJS(probe.main));
    }
  },

  async babel(probes) {
    const babel = load('@babel/core');
    const preset = load.resolve('@babel/preset-env');
    for (const probe of probes.filter((p) => isESM(p) && p.main.endsWith('.mjs'))) {
      try {
        const dir = place(probe, 'babel', (name, text) => (name.endsWith('.mjs')
          ? [toJS(name), babel.transformSync(toCommonJS(text),
            { presets: [[preset, { modules: 'commonjs', targets: { node: '20' } }]], configFile: false, babelrc: false, sourceType: 'module' }).code]
          : [name, text]));
        keep(probe, 'babel', collect(dir), toJS(probe.main));
      } catch (e) { fail(probe, 'babel', e); }
    }
  },
};

const isESM = (p) => /\.(mjs|tsx?)$/.test(p.main);
const toJS = (name) => name.replace(/\.(mjs|tsx?)$/, '.js');
// What a person changes by hand in a file that becomes CommonJS.
const toCommonJS = (text) => text.replace(/\.mjs"/g, '.js"').replace(/import\.meta\.url/g, 'require("url").pathToFileURL(__filename).href');

async function main() {
  const probes = excluded ? readAll(testdata) : [...EMPTY, ...readAll(testdata)];
  for (const name of wanted) {
    const began = Date.now();
    await bundlers[name](probes.filter((p) => excluded === (name in p.not)));
    process.stderr.write(`${name}: ${((Date.now() - began) / 1000).toFixed(1)} s\n`);
  }
  fs.writeFileSync(out, JSON.stringify({ renditions, failed }));
}

main().catch((e) => { console.error(e); process.exit(1); });
