const main = document.querySelector('main');

async function show(version) {
  const response = await fetch('https://changes.example.com/' + version);
  const { entries } = await response.json();
  main.insertAdjacentHTML('beforeend', entries.map((e) => `<p>${e.text}</p>`).join('')); // want "fetch.*insertAdjacentHTML"
}

show('1.0.0');
