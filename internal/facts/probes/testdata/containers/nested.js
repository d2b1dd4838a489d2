// want: fs.readFileSync call "a"
const services = { list: [{ io: new Map([["x", { fs: require("fs") }]]) }] };
services.list[0].io.get("x").fs.readFileSync("a");
