// none
// note: a patched object is our own function's, not the module's
const io = { readFileSync: null };
io.readFileSync = () => "mine";
delete io.other;
io.readFileSync("a");
