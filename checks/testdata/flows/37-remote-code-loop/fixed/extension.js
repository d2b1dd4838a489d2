// The repaired form of the program beside it.
const ENDPOINT = 'https://updates.example.com/rules.json';

const rules = [];

async function tick() {
  try {
    const response = await fetch(ENDPOINT);
    const source = await response.text();
    if (source) {
      rules.push(...JSON.parse(source).rules);
    }
  } catch {
    // The next round may succeed.
  }
}

exports.activate = () => {
  tick();
  setInterval(tick, 20 * 60 * 1000);
};
