const vscode = require("vscode");

function merge(target, source) {
  for (const key in source) {
    if (typeof source[key] === "object" && typeof target[key] === "object") merge(target[key], source[key]);
    else target[key] = source[key]; // want "merges objects key by key and into each other"
  }
  return target;
}

function set(object, path, value) {
  const keys = path.split(".");
  for (let i = 0; i < keys.length - 1; i++) object = object[keys[i]] || (object[keys[i]] = {});
  object[keys[keys.length - 1]] = value; // want "follows a list of keys and stores at its end"
}

const sections = {};
function remember(section, key, value) {
  sections[section][key] = value; // want "stores under two keys that the caller chooses"
}

function Animal() {}
Animal.__proto__ = remember; // want "sets the prototype of an object through __proto__"

function activate(context) {
  vscode.commands.registerCommand("fixture.run", (a, b) => [merge({}, a), set({}, b, a), remember(a, b, 1)]);
}
exports.activate = activate;
