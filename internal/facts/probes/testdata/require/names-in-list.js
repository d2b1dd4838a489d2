// want: dns.lookup call "h"
// want: fs.statSync call "b"
// not: webpack: a require of a variable becomes an empty context
const [net, files] = ["dns", "fs"].map((m) => require(m));
net.lookup("h", () => {});
files.statSync("b");
