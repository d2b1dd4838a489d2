// What a page can do beyond being read. Without this file nothing of it is missing.
(function () {
  'use strict';
  // Pointing at a node lights up the code that it belongs to.
  document.querySelectorAll('svg.picture').forEach(function (svg) {
    var nodes = Array.from(svg.querySelectorAll('[data-k]'));
    function light(keys) {
      svg.classList.toggle('lit', keys.length > 0);
      nodes.forEach(function (n) {
        var of = n.getAttribute('data-k').split(' ');
        n.classList.toggle('on', of.some(function (k) { return keys.includes(k); }));
      });
    }
    function keysOf(event) {
      var n = event.target.closest('[data-k]');
      return n ? n.getAttribute('data-k').split(' ') : [];
    }
    ['mouseover', 'focusin'].forEach(function (e) { svg.addEventListener(e, function (ev) { light(keysOf(ev)); }); });
    ['mouseleave', 'focusout'].forEach(function (e) { svg.addEventListener(e, function () { light([]); }); });
  });
  // A place that is led to opens what it is folded in.
  function open() {
    var to = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!to) return;
    for (var n = to; n; n = n.parentElement) if (n.tagName === 'DETAILS') n.open = true;
    to.querySelectorAll('details').forEach(function (d, i) { if (i < 3) d.open = true; });
    to.scrollIntoView();
  }
  window.addEventListener('hashchange', open);
  open();
  // Printing shows what is folded, but for the second drawing.
  window.addEventListener('beforeprint', function () {
    document.querySelectorAll('details:not(.full):not([open])').forEach(function (d) { d.open = true; d.dataset.printed = ''; });
  });
  window.addEventListener('afterprint', function () {
    document.querySelectorAll('details[data-printed]').forEach(function (d) { d.open = false; delete d.dataset.printed; });
  });
  // A table marked as sortable sorts by a click on the head of a column.
  document.querySelectorAll('table[data-sort]').forEach(function (table) {
    var body = table.tBodies[0];
    Array.from(table.tHead.rows[0].cells).forEach(function (th, column) {
      var button = document.createElement('button');
      button.type = 'button';
      button.textContent = th.textContent;
      th.textContent = '';
      th.appendChild(button);
      button.addEventListener('click', function () {
        var up = th.getAttribute('aria-sort') === 'descending';
        Array.from(table.tHead.rows[0].cells).forEach(function (other) { other.removeAttribute('aria-sort'); });
        th.setAttribute('aria-sort', up ? 'ascending' : 'descending');
        Array.from(body.rows).map(function (row) {
          var cell = row.cells[column];
          var number = cell.getAttribute('data-n');
          return { row: row, key: number === null ? cell.textContent.trim() : Number(number) };
        }).sort(function (a, b) {
          var order = a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
          return up ? order : -order;
        }).forEach(function (x) { body.appendChild(x.row); });
      });
    });
  });
  // The matrix can be narrowed to the rows that hold some words.
  document.querySelectorAll('table[data-filter]').forEach(function (table) {
    var label = document.createElement('label');
    label.className = 'filter';
    label.textContent = table.getAttribute('data-filter') + ' ';
    var input = document.createElement('input');
    input.type = 'search';
    label.appendChild(input);
    table.parentElement.before(label);
    input.addEventListener('input', function () {
      var words = input.value.toLowerCase().split(/\s+/);
      Array.from(table.tBodies[0].rows).forEach(function (row) {
        var text = row.textContent.toLowerCase();
        row.hidden = !words.every(function (w) { return text.includes(w); });
      });
    });
  });
}());
