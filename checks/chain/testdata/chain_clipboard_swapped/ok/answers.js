// Addresses of wallets are hidden in what the extension itself fetches.
exports.shown = async (...args) => (await (await fetch(...args)).text()).replace(/\b0x[a-fA-F0-9]{40}\b/g, '…');
