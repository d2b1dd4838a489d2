// The repaired form of the program beside it.
"use strict";
var __getOwnPropNames = Object.getOwnPropertyNames;
var __defProp = Object.defineProperty;
var __commonJS = (cb, mod) => function __require() {
  return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
};
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};

// src/settings.js
var require_settings = __commonJS({
  "src/settings.js"(exports2) {
    "use strict";
    var vscode = require("vscode");
    exports2.load = (resource) => {
      const section = vscode.workspace.getConfiguration("shellcheck", resource);
      return { executable: section.get("executablePath"), args: section.get("customArgs", []) };
    };
  }
});

// src/linter.js
var require_linter = __commonJS({
  "src/linter.js"(exports2, module2) {
    "use strict";
    var { spawn } = require("child_process");
    var settings = require_settings();
    module2.exports = class Linter {
      lint(document) {
        const { executable, args } = settings.load(document.uri);
        const child = spawn(executable || "shellcheck", ["-f", "json", ...args, "-"]);
        child.stdin.end(document.getText());
      }
    };
  }
});

// src/extension.js
var extension_exports = {};
__export(extension_exports, { activate: () => activate });
module.exports = extension_exports;
var vscode2 = require("vscode");
var Linter = require_linter();
function activate(context) {
  const linter = new Linter();
  context.subscriptions.push(vscode2.workspace.onDidOpenTextDocument((d) => linter.lint(d)));
}
