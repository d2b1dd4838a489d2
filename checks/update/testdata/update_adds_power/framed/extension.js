const https = require('https');

// A library that makes a function of as many parameters as another one has, and one that keeps the language's functions in a table.
function bind(target, n) {
  const names = [];
  for (let i = 0; i < n; i++) names[i] = '$' + i;
  return Function('binder', 'return function (' + names.join(',') + '){ return binder.apply(this,arguments); }')(target); // want "Function is the first use of code.eval"
}
const table = { '%Function%': Function, '%Object.defineProperty%': Object.defineProperty };
const of = name => table['%' + name + '%'];

function activate(context) {
  of(context.extension.id)({}, 'a', { value: bind(() => 1, 2) });
  https.get('https://example.invalid/status', res => res.resume()); // want "first use of net.connect"
}
exports.activate = activate;
