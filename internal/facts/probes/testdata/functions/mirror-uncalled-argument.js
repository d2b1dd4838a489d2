// want: fs.readFileSync reference
function ignore() {}
ignore(require("fs").readFileSync);
