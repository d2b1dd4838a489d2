// want: fs.readFileSync call "a"
// optional: an AsyncLocalStorage is a container few use for modules
const { AsyncLocalStorage } = require("async_hooks");
const als = new AsyncLocalStorage();
als.run(require("fs"), () => als.getStore().readFileSync("a"));
