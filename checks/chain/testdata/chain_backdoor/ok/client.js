const http = require('http');

// A client of the service itself: no program's line says what the container gets.
exports.start = () => {
  const body = JSON.stringify({
    Image: 'images.fixture.invalid/helper',
    HostConfig: { Privileged: true, Binds: ['/srv/cache:/host:rw'] }
  });
  const request = http.request({ socketPath: '/var/run/docker.sock', path: '/v1.43/containers/create', method: 'POST' });
  request.end(body);
};
