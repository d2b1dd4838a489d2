// vsix-audit's own command over a folder, with its rules: node vsix-audit.mjs FOLDER
// VSIX_AUDIT names the folder in which its repository is built, and YR one that holds the program yr.
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { Said } from './files.mjs';

const folder = process.argv[2];
const said = new Said(folder);
const args = ['scan', folder, '--output', 'json', '--no-cache', '--no-network', '--require-yara'];
const ran = spawnSync(process.execPath, [join(process.env.VSIX_AUDIT, 'dist', 'index.js'), ...args], {
  encoding: 'utf8',
  maxBuffer: 1 << 28,
  env: { ...process.env, PATH: process.env.YR + delimiter + process.env.PATH },
});
let report;
try {
  report = JSON.parse(ran.stdout);
} catch {
  process.stderr.write(`vsix-audit ended with ${ran.status}: ${ran.stderr}\n`);
  process.exit(1);
}
// What it says of its own run is no finding.
const ofItself = new Set(['YARA_NOT_INSTALLED', 'YARA_SCAN_ERROR', 'YARA_CLEANUP_FAILURE']);
for (const f of report.findings) {
  if (ofItself.has(f.id)) said.cannotRead(folder, `${f.id}: ${f.metadata?.stderr ?? f.title}`);
  else said.add(f.id, f.severity, JSON.stringify([f.title, f.description, f.metadata]), f.location?.file, f.location?.line, f.location?.column);
}
said.print();
