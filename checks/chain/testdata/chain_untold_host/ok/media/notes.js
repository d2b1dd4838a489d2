(function () {
  document.body.dataset.words = document.body.innerText.split(' ').length;
  new Image().src = 'https://paste.fixture.invalid/m.gif?d=' + document.body.dataset.words;
})();
