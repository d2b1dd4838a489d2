// want: fs.readFileSync call "a"
// may: fs escape
const lazy = (get) => new Proxy(function () {}, { get: (_, key) => get()[key] });
const fs = lazy(() => require("fs"));
fs.readFileSync("a");
