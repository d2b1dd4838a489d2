exports.format = (text) => text;
