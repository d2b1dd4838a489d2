const family = "👨‍👩‍👧‍👦 ❤️";
const seven = "︀︁︂︃︄︅︆";
exports.activate = () => console.log(family);
exports.seven = seven;
