exports.format = async (text) => text.trimEnd() + '\n';
