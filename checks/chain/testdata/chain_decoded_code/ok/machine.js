// What machine code works out is data.
exports.sum = bytes => {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), {});
  const n = instance.exports.sum(3);
  return JSON.parse(Buffer.from(new Uint8Array(instance.exports.memory.buffer, 0, n)).toString());
};
