(function () {
  const vscode = acquireVsCodeApi();

  function renderWavedrom(text) {
    const content = JSON.parse(text);
    vscode.postMessage({ command: 'rendered', signals: content.signal.length });
  }

  window.addEventListener('message', (event) => {
    const message = event.data;
    if (message.command === 'update') {
      renderWavedrom(message.text.trim());
    }
  });
})();
