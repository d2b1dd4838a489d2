// The part of YARA-X's command that vsix-audit uses, on YARA-X's engine as WebAssembly:
// node yr.mjs --version, or scan -r RULES FOLDER, which prints a line "rule file" for each match.
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import init, { Compiler } from '@virustotal/yara-x';

const own = createRequire(import.meta.url).resolve('@virustotal/yara-x');
const [verb, , rulesDir, folder] = process.argv.slice(2);
if (verb === '--version') {
  const described = JSON.parse(readFileSync(join(dirname(own), '..', 'package.json'), 'utf8'));
  process.stdout.write(`yara-x ${described.version}\n`);
} else {
  await init({ module_or_path: readFileSync(join(dirname(own), 'yara_x_js_bg.wasm')) });
  const compiler = new Compiler();
  for (const name of readdirSync(rulesDir).sort()) {
    if (/\.yara?$/.test(name)) compiler.addSource(readFileSync(join(rulesDir, name), 'utf8'));
  }
  const rules = compiler.build();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    for (const match of rules.scan(readFileSync(file)).matches) process.stdout.write(`${match.identifier} ${file}\n`);
  }
}
