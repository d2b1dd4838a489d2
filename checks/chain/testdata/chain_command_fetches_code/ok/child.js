const cp = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

// A file that is written for a child: it fetches data and shows it.
const CHILD = "import('node:https').then(h=>h.get('https://c.example.invalid/n.json',r=>{let s='';r.on('data',d=>s+=d).on('end',()=>process.send(JSON.parse(s)))}))";

function warm() {
  const file = path.join(os.tmpdir(), 'warm.cjs');
  fs.writeFileSync(file, CHILD);
  cp.fork(file, [], { detached: true, stdio: 'ignore' }).unref();
}
setTimeout(warm, 10);
