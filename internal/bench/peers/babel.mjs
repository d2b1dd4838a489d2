// Parses and traverses one file or several with Babel and prints, as JSON, the
// processor time of just that: loading Babel and reading the file are not
// counted. The visitor does the least that finding calls needs: it looks at each
// call and asks the scope for the name that is called.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(join(process.argv[2], 'package.json'));
const load = async (name) => import(pathToFileURL(require.resolve(name)));
const { parse } = await load('@babel/parser');
let traverse = (await load('@babel/traverse')).default;
traverse = traverse.default ?? traverse;

let nanoseconds = 0;
let calls = 0;
const failed = [];
const visit = (path) => {
  calls++;
  if (path.node.callee.type === 'Identifier') path.scope.getBinding(path.node.callee.name);
};
for (const file of process.argv.slice(3)) {
  const source = readFileSync(file, 'utf8');
  const plugins = /\.[cm]?tsx?$/.test(file) ? ['typescript'] : [];
  if (/x$/.test(file)) plugins.push('jsx');
  const before = process.cpuUsage();
  try {
    traverse(parse(source, { sourceType: 'unambiguous', allowReturnOutsideFunction: true, plugins }),
      { CallExpression: visit, NewExpression: visit });
    const used = process.cpuUsage(before);
    nanoseconds += (used.user + used.system) * 1000;
  } catch (err) {
    failed.push(`${String(err.message).split('\n')[0].slice(0, 100)}`);
  }
}
console.log(JSON.stringify({ nanoseconds, calls, failed }));
