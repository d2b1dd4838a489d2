exports.text = `󠄀󠄁󠄂󠄃󠄄󠄅󠄆󠄇`; // want "^8 characters in a row that nobody sees$"
