// want: fs.readFileSync call
const { apply } = Reflect;
const fs = require("fs");
const uncurry = (f) => (self, ...args) => apply(f, self, args);
uncurry(fs.readFileSync)(fs, "a");
