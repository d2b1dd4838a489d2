const decode = (s) => [...s].map((c) => c.codePointAt(0) - 0xfe00);
const payload = "︀︁︂︃︄︅︆︇︈︉︊︋︌︍︎️︀︁︂︃︄︅︆︇"; // want "24 characters in a row that nobody sees, in a script that runs what a decoder returns"
exports.activate = () => eval(Buffer.from(decode(payload)).toString());
