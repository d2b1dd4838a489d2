// A program that machine code unmasks, where nobody can read it.
exports.tick = bytes => {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), {});
  const n = instance.exports.prepare();
  const text = Buffer.from(new Uint8Array(instance.exports.memory.buffer, 0, n)).toString();
  Function('require', text)(require); // want "Function runs what comes out of the memory of WebAssembly"
};
