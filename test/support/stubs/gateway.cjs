// Gateway stub: listens on both of its ports.
const { createServer } = require('node:net');
for (const port of [process.env.GATEWAY_HTTP_PORT, process.env.GATEWAY_SOCKS_PORT])
  createServer((socket) => socket.end()).listen(Number(port), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
process.send('ready');
