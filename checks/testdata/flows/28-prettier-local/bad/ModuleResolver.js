const path = require('path');
const vscode = require('vscode');

class ModuleResolver {
  constructor() {
    this.path2Module = new Map();
  }

  async getPrettierInstance(uri) {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    const modulePath = path.join(folder.uri.fsPath, 'node_modules', 'prettier');
    if (!this.path2Module.has(modulePath)) {
      this.path2Module.set(modulePath, this.loadNodeModule(modulePath));
    }
    return this.path2Module.get(modulePath);
  }

  loadNodeModule(moduleName) {
    try {
      return require(moduleName); // want "workspace.*require"
    } catch (error) {
      console.error(`Error loading ${moduleName}`, error);
    }
    return undefined;
  }
}

exports.ModuleResolver = ModuleResolver;
