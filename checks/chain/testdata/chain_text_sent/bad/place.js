exports.HOST = 'parts.example.invalid';
