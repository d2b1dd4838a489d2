exports.word = "\x68\x65\x6c\x6c\x6f"; // want "escapes stand for plain letters"
