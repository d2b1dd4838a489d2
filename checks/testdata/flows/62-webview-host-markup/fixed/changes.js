const main = document.querySelector('main');

async function show(version) {
  const response = await fetch('https://changes.example.com/' + version);
  const { entries } = await response.json();
  for (const entry of entries) {
    const line = document.createElement('p');
    line.textContent = entry.text;
    main.append(line);
  }
}

show('1.0.0');
