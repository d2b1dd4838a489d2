import { readdirSync } from 'node:fs';
import os from 'os';

export function activate(context) {
  readdirSync(context.extensionPath); // fs.readdirSync
  os.tmpdir(); // os.tmpdir
  process.exit(); // process.exit
}
