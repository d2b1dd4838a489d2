const cp = require('child_process');

// Programs for other interpreters that fetch data, or run what they are given.
const VERSION = `
import sys, urllib.request as u
print(u.urlopen("https://wheels.example.invalid/latest.json", timeout=5).read())
`;
const CELL = 'import ast, sys\nexec(compile(sys.stdin.read(), "cell.py", "exec"))';

exports.version = bin => cp.spawn(bin, ['-c', VERSION]);
exports.cell = bin => cp.spawn(bin, ['-c', CELL]);
