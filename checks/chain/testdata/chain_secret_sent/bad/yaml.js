// A parser that reads character by character.
exports.load = text => {
  const out = {};
  let key = '';
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 10) {
      out[key] = key.length;
      key = '';
    } else {
      key += String.fromCharCode(c);
    }
  }
  return out;
};
