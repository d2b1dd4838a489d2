// Modelled on sveltejs/language-tools issue 1051: svelte.config.js of the workspace is code, and it is imported.
import { pathToFileURL } from 'node:url';
import * as path from 'node:path';
import * as vscode from 'vscode';

const _import = (file) => import(pathToFileURL(file).toString()); // want "workspace.*import"

async function loadConfig(files) {
  const configs = await Promise.all(files.map((file) => _import(file.fsPath)));
  return configs.map((module) => module.default);
}

export async function activate(context) {
  const files = await vscode.workspace.findFiles('**/svelte.config.js', '**/node_modules/**');
  const configs = await loadConfig(files);
  console.log(`${configs.length} configurations below ${path.sep}`);
}
