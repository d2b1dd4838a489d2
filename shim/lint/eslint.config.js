'use strict'

// The rules that matter for code that runs with everybody's rights: a name that nobody
// declares is whatever somebody else put on the global object.

const names = list => Object.fromEntries(list.split(' ').map(name => [name, 'readonly']))

// What a module of the loader may name without declaring it. It takes them while it loads
// (kernel/primordials.js).
const realm = names('AggregateError Array Boolean Buffer Date Error EvalError EventTarget Function Infinity Int32Array JSON Map Math ' +
  'MessagePort Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String Symbol SyntaxError TypeError URIError URL ' +
  'URLSearchParams Uint8Array WeakMap WeakSet ' +
  'WebAssembly clearInterval clearTimeout decodeURIComponent globalThis process setInterval setTimeout undefined')

// What the tests name beside that.
const tests = names('AbortController AbortSignal ArrayBuffer BigInt Blob DataView FormData Headers Performance PerformanceObserver ' +
  'ReadableStream Request Response TextDecoder TextEncoder WeakRef __dirname __filename console eval fetch performance queueMicrotask ' +
  'setImmediate structuredClone')

const rules = {
  'no-undef': 'error',
  'no-unused-vars': ['error', { args: 'none', caughtErrors: 'all', ignoreRestSiblings: true }],
  'no-implicit-globals': 'error',
  'no-var': 'error',
  'prefer-const': ['error', { destructuring: 'all', ignoreReadBeforeAssign: true }],
  'no-const-assign': 'error',
  'no-dupe-keys': 'error',
  'no-dupe-else-if': 'error',
  'no-duplicate-case': 'error',
  'no-redeclare': ['error', { builtinGlobals: false }],
  'no-self-assign': 'error',
  'no-self-compare': 'error',
  'no-unreachable': 'error',
  'no-unsafe-finally': 'error',
  'no-eval': 'error',
  'valid-typeof': 'error',
  'use-isnan': 'error',
  eqeqeq: 'error',
  strict: ['error', 'global'],
}

// Attacks and what runs them are programs for a realm of their own: of them only the lines are held.
const width = { 'max-len': ['error', { code: 140 }] }

module.exports = [
  { languageOptions: { ecmaVersion: 2023, sourceType: 'commonjs' }, rules: width },
  {
    files: ['shim/loader/**/*.js', 'shim/pattern/**/*.js'],
    ignores: ['**/*.test.js', '**/testdata/**'],
    languageOptions: { globals: realm },
    rules,
  },
  {
    files: ['shim/loader/**/*.test.js', 'shim/pattern/**/*.test.js'],
    languageOptions: { globals: { ...realm, ...tests } },
    rules: { ...rules, 'no-eval': 'off' },
  },
]
