// want: fs.readFileSync call "a"
const call = (mod) => (method) => (arg) => mod[method](arg);
call(require("fs"))("readFileSync")("a");
