const vscode = require("vscode");

function merge(target, source) {
  for (const key in source) {
    if (key === "__proto__" || key === "constructor") continue;
    if (typeof source[key] === "object" && typeof target[key] === "object") merge(target[key], source[key]);
    else target[key] = source[key];
  }
  return target;
}

function get(object, path) {
  for (const key of path.split(".")) object = object && object[key];
  return object;
}

const grid = [[], []];
for (let row = 0; row < 2; row++) for (let column = 0; column < 2; column++) grid[row][column] = 0;

const sections = new Map();
function remember(section, key, value) {
  sections.get(section).set(key, value);
}

const bare = { __proto__: null };
bare.__proto__ = null;

function activate(context) {
  vscode.commands.registerCommand("fixture.run", (a, b) => [merge({}, a), get({}, b), remember(a, b, grid)]);
}
exports.activate = activate;
