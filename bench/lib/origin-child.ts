import { createServer } from 'node:http';

const CHUNK = Buffer.alloc(64 * 1024, 'x');

/** A web server: `/bytes/<n>` returns n bytes, every other path two. */
const server = createServer((request, response) => {
  const size = Number(/^\/bytes\/(\d+)$/.exec(request.url ?? '')?.[1] ?? 2);
  response.setHeader('content-length', size);
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
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.ORIGIN_PORT), '127.0.0.1', () => process.send?.('ready'));
process.once('SIGTERM', () => process.exit(0));
