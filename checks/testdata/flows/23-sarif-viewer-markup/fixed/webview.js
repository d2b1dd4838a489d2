const list = document.getElementById('results');

window.addEventListener('message', ({ data }) => {
  if (data.kind !== 'log') {
    return;
  }
  data.log.runs[0].results
    .map((result) => result.message.text)
    .forEach((text) => {
      const item = document.createElement('li');
      item.textContent = text;
      list.appendChild(item);
    });
});
