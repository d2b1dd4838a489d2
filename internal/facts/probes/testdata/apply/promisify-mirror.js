// none
const { promisify } = require("util");
const own = promisify((path, cb) => cb(null, path));
own("a");
