const path = require('path');
const vscode = require('vscode');
const bundled = require('./prettier');

class ModuleResolver {
  constructor() {
    this.path2Module = new Map();
  }

  async getPrettierInstance(uri) {
    if (!vscode.workspace.isTrusted) {
      return bundled;
    }
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    const modulePath = path.join(folder.uri.fsPath, 'node_modules', 'prettier');
    if (!this.path2Module.has(modulePath)) {
      this.path2Module.set(modulePath, this.loadNodeModule(modulePath));
    }
    return this.path2Module.get(modulePath);
  }

  loadNodeModule(moduleName) {
    if (!vscode.workspace.isTrusted) {
      return bundled;
    }
    try {
      return require(moduleName);
    } catch (error) {
      console.error(`Error loading ${moduleName}`, error);
    }
    return undefined;
  }
}

exports.ModuleResolver = ModuleResolver;
