const list = document.getElementById('results');

window.addEventListener('message', ({ data }) => {
  if (data.kind !== 'log') {
    return;
  }
  data.log.runs[0].results
    .map((result) => result.message.text)
    .forEach((text) => {
      const item = document.createElement('li');
      item.innerHTML = text; // want "message.*innerHTML"
      list.appendChild(item);
    });
});
