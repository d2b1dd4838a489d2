// want: fs.readFileSync call "a"
const compose = (f, g) => (x) => f(g(x));
const read = compose(require("fs").readFileSync, (x) => x);
read("a");
