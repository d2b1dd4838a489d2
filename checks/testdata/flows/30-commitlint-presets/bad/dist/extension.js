// Modelled on joshbolduc/vscode-commitlint issue 109: presets that a configuration file names are loaded; the repair is
// to say that a trusted workspace is needed.
(() => {
  "use strict";
  var __webpack_modules__ = {
    147: (module) => { module.exports = require("fs"); },
    17: (module) => { module.exports = require("path"); },
    496: (module) => { module.exports = require("vscode"); },
    231: (__unused_webpack_module, exports, __webpack_require__) => {
      Object.defineProperty(exports, "__esModule", { value: true });
      exports.loadPresets = void 0;
      const fs = __webpack_require__(147);
      const path = __webpack_require__(17);
      function loadPresets(root) {
        const text = fs.readFileSync(path.join(root, ".commitlintrc.json"), "utf8");
        const config = JSON.parse(text);
        return [].concat(config.extends || []).map((name) => require(path.resolve(root, "node_modules", name))); // want "workspace.*require"
      }
      exports.loadPresets = loadPresets;
    },
    607: (__unused_webpack_module, exports, __webpack_require__) => {
      Object.defineProperty(exports, "__esModule", { value: true });
      exports.activate = void 0;
      const vscode = __webpack_require__(496);
      const presets_1 = __webpack_require__(231);
      function activate(context) {
        const root = vscode.workspace.workspaceFolders[0].uri.fsPath;
        context.subscriptions.push(
          vscode.commands.registerCommand("commitlint-presets.run", () => (0, presets_1.loadPresets)(root))
        );
      }
      exports.activate = activate;
    },
  };
  var __webpack_module_cache__ = {};
  function __webpack_require__(moduleId) {
    var cachedModule = __webpack_module_cache__[moduleId];
    if (cachedModule !== undefined) {
      return cachedModule.exports;
    }
    var module = (__webpack_module_cache__[moduleId] = { exports: {} });
    __webpack_modules__[moduleId](module, module.exports, __webpack_require__);
    return module.exports;
  }
  var __webpack_exports__ = __webpack_require__(607);
  module.exports = __webpack_exports__;
})();
