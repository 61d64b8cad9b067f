import { connect, type Socket } from 'node:net';

/** A route to the origin. */
export interface Route {
  readonly name: string;
  readonly kind: 'direct' | 'http' | 'connect' | 'socks5';
  readonly port: number;
  readonly username?: string;
  readonly password?: string;
  /** Of the proxy, whose processor time is measured. */
  readonly pid?: number;
}

/** Reads until `done` returns the length of a complete message, and returns that message. */
function readUntil(socket: Socket, done: (received: Buffer) => number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const take = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk]);
      const end = done(received);
      if (end < 0) return;
      socket.off('data', take).off('error', reject).off('close', lost).pause();
      resolve(received.subarray(0, end));
    };
    const lost = () =>
      reject(new Error(`Closed after ${received.toString('latin1').slice(0, 200)}`));
    socket.on('data', take).once('error', reject).once('close', lost).resume();
  });
}

const findHeadEnd = (received: Buffer): number => {
  const at = received.indexOf('\r\n\r\n');
  return at < 0 ? -1 : at + 4;
};
const hasBytes = (count: number) => (received: Buffer) => (received.length >= count ? count : -1);

/** A connection to the origin that is ready for a request. */
export async function open(route: Route, origin: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: route.port, noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject);
  });
  if (route.kind === 'connect') {
    socket.write(
      `CONNECT 127.0.0.1:${origin} HTTP/1.1\r\nhost: 127.0.0.1:${origin}\r\n${authorization(route)}\r\n`,
    );
    const head = (await readUntil(socket, findHeadEnd)).toString('latin1');
    if (!/^HTTP\/1\.. 200/.test(head)) throw new Error(`No tunnel: ${head}`);
  }
  if (route.kind === 'socks5') await negotiateSocks5(socket, route, origin);
  return socket;
}

async function negotiateSocks5(socket: Socket, route: Route, origin: number): Promise<void> {
  const user = Buffer.from(route.username ?? '');
  const password = Buffer.from(route.password ?? '');
  const hasPassword = route.username !== undefined;
  socket.write(Buffer.from([5, 1, hasPassword ? 2 : 0]));
  await readUntil(socket, hasBytes(2));
  if (hasPassword) {
    socket.write(
      Buffer.concat([
        Buffer.from([1, user.length]),
        user,
        Buffer.from([password.length]),
        password,
      ]),
    );
    const authentication = await readUntil(socket, hasBytes(2));
    if (authentication[1] !== 0) throw new Error('SOCKS5 rejected the password');
  }
  socket.write(Buffer.from([5, 1, 0, 1, 127, 0, 0, 1, origin >> 8, origin & 255]));
  const reply = await readUntil(socket, hasBytes(10));
  if (reply[1] !== 0) throw new Error(`SOCKS5 answered ${reply[1]}`);
}

const authorization = ({ username, password }: Route): string =>
  username === undefined
    ? ''
    : `Proxy-Authorization: Basic ${Buffer.from(`${username}:${password}`).toString('base64')}\r\n`;

/** One GET on an open connection. @returns the bytes of the body. */
export async function get(
  socket: Socket,
  route: Route,
  origin: number,
  path: string,
): Promise<number> {
  const target = route.kind === 'http' ? `http://127.0.0.1:${origin}${path}` : path;
  const credentials = route.kind === 'http' ? authorization(route) : '';
  return new Promise((resolve, reject) => {
    let head = '';
    let left = -1;
    let size = 0;
    const take = (chunk: Buffer): void => {
      let body = chunk.length;
      if (left < 0) {
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        if (!/^HTTP\/1\.. 200/.test(head)) return finish(new Error(head.slice(0, 300)));
        size = left = Number(/content-length: (\d+)/i.exec(head)?.[1]);
        body = head.length - end - 4;
      }
      left -= body;
      if (left <= 0) finish();
    };
    const lost = () => finish(new Error('The connection was closed'));
    const finish = (error?: Error): void => {
      socket.off('data', take).off('error', finish).off('close', lost);
      if (error) reject(error);
      else resolve(size);
    };
    socket.on('data', take).on('error', finish).on('close', lost).resume();
    socket.write(`GET ${target} HTTP/1.1\r\nhost: 127.0.0.1:${origin}\r\n${credentials}\r\n`);
  });
}
