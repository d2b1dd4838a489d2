// want: fs.readFileSync call "a"
// want: child_process.exec call "ls"
"use strict";
function asyncGeneratorStep(n, t, e, r, o, a, c) { try { var i = n[a](c), u = i.value; } catch (n) { return void e(n); } i.done ? t(u) : Promise.resolve(u).then(r, o); }
function _asyncToGenerator(n) { return function () { var t = this, e = arguments; return new Promise(function (r, o) { var a = n.apply(t, e); function _next(n) { asyncGeneratorStep(a, r, o, _next, _throw, "next", n); } function _throw(n) { asyncGeneratorStep(a, r, o, _next, _throw, "throw", n); } _next(void 0); }); }; }
function activate() {
  return _activate.apply(this, arguments);
}
function _activate() {
  _activate = _asyncToGenerator(function* () {
    const fs = yield Promise.resolve().then(() => require("fs"));
    fs.readFileSync("a");
    const { exec } = yield Promise.resolve(require("child_process"));
    exec("ls");
  });
  return _activate.apply(this, arguments);
}
exports.activate = activate;
