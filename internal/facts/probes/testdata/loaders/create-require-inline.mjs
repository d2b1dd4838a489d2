// want: fs.readFileSync call "a"
import module from "node:module";
module.createRequire(import.meta.url)("fs").readFileSync("a");
