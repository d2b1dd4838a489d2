// What every runner does: the scripts that an extension ships, and how a runner says what it found.
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

// scripts are the files of JavaScript below a folder, in the order of their names.
export function scripts(folder) {
  const found = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && /\.[cm]?js$/.test(entry.name)) found.push(join(entry.parentPath, entry.name));
  }
  return found.sort();
}

// said collects findings and files that could not be read, and prints them once.
export class Said {
  constructor(folder) {
    this.folder = folder;
    this.findings = [];
    this.unread = [];
  }

  // text is all that the finding says in words.
  add(rule, severity, text, file, line, column) {
    this.findings.push({ rule, severity, text, file: file && this.inside(file), line, column });
  }

  cannotRead(file, why) {
    this.unread.push({ file: this.inside(file), why: String(why).split('\n')[0] });
  }

  inside(file) {
    return file.startsWith(this.folder) ? relative(this.folder, file) : file;
  }

  print() {
    process.stdout.write(JSON.stringify({ findings: this.findings, unread: this.unread }) + '\n');
  }
}
