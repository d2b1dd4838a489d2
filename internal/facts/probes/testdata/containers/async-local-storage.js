// want: fs.readFileSync call "a"
// optional: an AsyncLocalStorage is a container few use for modules
// may: fs. escape
const { AsyncLocalStorage } = require("async_hooks");
const als = new AsyncLocalStorage();
als.run(require("fs"), () => als.getStore().readFileSync("a"));
