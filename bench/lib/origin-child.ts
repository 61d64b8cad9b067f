import { createServer, type ServerResponse } from 'node:http';

const CHUNK = Buffer.alloc(64 * 1024, 'x');

/** As traffic from the internet comes: a piece of this size at a time. */
const PIECE = CHUNK.subarray(0, 16 * 1024);
const PIECE_MS = 10;

/** A web server: `/bytes/<n>` returns n bytes, `/paced/<n>` a piece at a time, every other path two bytes. */
const server = createServer((request, response) => {
  const [, pace, bytes] = /^\/(bytes|paced)\/(\d+)$/.exec(request.url ?? '') ?? [];
  const size = Number(bytes ?? 2);
  response.setHeader('content-length', size);
  if (pace === 'paced') return sendPaced(response, size);
  let left = size;
  const more = (): void => {
    while (left > 0) {
      const part = CHUNK.subarray(0, Math.min(left, CHUNK.length));
      left -= part.length;
      if (!response.write(part)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
});

function sendPaced(response: ServerResponse, size: number): void {
  let left = size;
  const timer = setInterval(() => {
    const part = PIECE.subarray(0, Math.min(left, PIECE.length));
    left -= part.length;
    response.write(part);
    if (left === 0) response.end();
  }, PIECE_MS);
  response.once('close', () => clearInterval(timer));
}

server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.ORIGIN_PORT), '127.0.0.1', () => process.send?.('ready'));
process.once('SIGTERM', () => process.exit(0));
