import { connect, createServer } from 'node:net';
import { StartError } from './start-error';

/** `localhost` is both loopback families, the way the platform itself listens on it. */
function toAddresses(host: string): string[] {
  return host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
}

/** Listens, which suffices on Linux, and connects, for systems where a wildcard listener allows a second bind. */
export async function isPortFree(port: number, host = 'localhost'): Promise<boolean> {
  for (const address of toAddresses(host)) {
    if ((await listenError(port, address)) === 'EADDRINUSE') return false;
    if (await isPortOpen(port, address)) return false;
  }
  return true;
}

/** @throws StartError naming the variable that moves the port. */
export async function assertPortFree(
  port: number,
  variable: string,
  host = 'localhost',
): Promise<void> {
  if (!(await isPortFree(port, host)))
    throw new StartError(
      `Port ${port} is taken by another program. Stop that program, or set ${variable} to a free port ` +
        `(for example ${variable}=${suggestion(port)}), and start again.`,
    );
  if ((await listenError(port, toAddresses(host)[0] ?? host)) === 'EACCES')
    throw new StartError(
      `This user may not listen on port ${port}. Set ${variable} to a port above 1023 and start again.`,
    );
}

/** True when something accepts connections there. */
export function isPortOpen(port: number, host = '127.0.0.1', withinMs = 500): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    const done = (result: boolean) => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(withinMs, () => done(false));
    socket.once('connect', () => done(true)).once('error', () => done(false));
  });
}

function listenError(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/** Stays below the range that Linux hands out to outgoing connections (32768 and up). */
function suggestion(port: number): number {
  const next = port + 1000;
  return next < 32_768 ? next : 13_000 + (port % 1000);
}
