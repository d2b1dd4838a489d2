fetch('https://example.invalid/');
