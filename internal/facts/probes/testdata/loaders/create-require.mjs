// not: tsc, babel: a file that declares require cannot become CommonJS
// want: fs.readFileSync call "a"
import { createRequire } from "module";
const require = createRequire(import.meta.url);
require("fs").readFileSync("a");
