import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeCertificate } from '../medium/gateway/certificates';
import { PASSWORD, startTestGateway } from '../medium/gateway/fixtures';
import { startOrigin } from '../medium/gateway/origin';
import { freePort } from '../support/ports';
import { CLIENTS, type HttpClient, type Place, type Route } from './clients';

const SUCCESS = '"end":true';

/**
 * `npm run test:clients [-- --all]`: other people's HTTP clients through the gateway, over each protocol that they
 * have. As root on Debian it installs those that are missing, large ones with `--all`. Prints a table and exits
 * with 1 when one of them fails.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
  const folder = await mkdtemp(join(tmpdir(), 'nairaproxy-clients-'));
  const { certFile, keyFile } = await writeCertificate(folder);
  const httpsPort = await freePort();
  const gateway = await startTestGateway(
    {},
    {
      GATEWAY_HTTPS_PORT: String(httpsPort),
      GATEWAY_TLS_CERT: certFile,
      GATEWAY_TLS_KEY: keyFile,
    },
  );
  const origin = await startOrigin();
  const secure = await startSecureOrigin(certFile, keyFile);
  const securePort = (secure.address() as AddressInfo).port;
  gateway.open.add(origin.port).add(securePort);
  gateway.names.names.set('origin.test', ['127.0.0.1']);
  const { username } = gateway.credentials.put();
  const { httpPort, socksPort } = gateway.config.gateway;
  const plain = `http://origin.test:${origin.port}/`;
  const routes: Route[] = [
    { name: 'HTTP', scheme: 'http', port: httpPort, url: plain },
    {
      name: 'HTTP, TLS target',
      scheme: 'http',
      port: httpPort,
      url: `https://origin.test:${securePort}/`,
    },
    { name: 'HTTPS proxy', scheme: 'https', port: httpsPort, url: plain },
    { name: 'SOCKS5', scheme: 'socks5', port: socksPort, url: `http://127.0.0.1:${origin.port}/` },
    { name: 'SOCKS5, name', scheme: 'socks5h', port: socksPort, url: plain },
  ];
  const place: Place = { folder, username, password: PASSWORD, caFile: certFile };
  const rows: Record<string, Record<string, string>> = {};
  let hasFailed = false;
  for (const client of CLIENTS) {
    const row: Record<string, string> = (rows[client.name] = {});
    if (!prepare(client, folder, values.all)) {
      row[routes[0]!.name] = 'not installed';
      continue;
    }
    for (const route of routes) {
      const result = await run(client, route, place);
      row[route.name] = result ?? '–';
      hasFailed ||= result !== undefined && result !== 'ok';
    }
  }
  console.table(rows);
  await gateway.stop();
  await origin.close();
  secure.closeAllConnections();
  secure.close();
  await rm(folder, { recursive: true });
  process.exit(hasFailed ? 1 : 0);
}

async function startSecureOrigin(certFile: string, keyFile: string): Promise<Server> {
  const [cert, key] = await Promise.all([readFile(certFile), readFile(keyFile)]);
  const server = createServer({ cert, key }, (_req, res) => res.end(`{${SUCCESS}}`));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** @returns whether the client can be run. */
function prepare(
  { packages, modules, isLarge }: HttpClient,
  folder: string,
  all: boolean,
): boolean {
  const quietly = { stdio: 'ignore' } as const;
  const isInstalled = (name: string) => spawnSync('dpkg', ['-s', name], quietly).status === 0;
  const missing = packages.filter((name) => !isInstalled(name));
  if (missing.length > 0) {
    if (process.getuid?.() !== 0 || (isLarge && !all)) return false;
    const install = ['install', '-y', '--no-install-recommends', ...missing];
    if (spawnSync('apt-get', install, quietly).status !== 0) return false;
  }
  if (!modules) return true;
  const npm = ['install', '--no-audit', '--no-fund', '--prefix', folder, ...modules];
  return spawnSync('npm', npm, quietly).status === 0;
}

/** @returns 'ok', what went wrong, or undefined where the client has no such route. */
async function run(client: HttpClient, route: Route, place: Place): Promise<string | undefined> {
  const command = client.command(route, place);
  if (!command) return undefined;
  for (const [name, text] of Object.entries(command.files ?? {}))
    await writeFile(join(place.folder, name), text);
  const [file = '', ...args] = command.args;
  const env = { PATH: process.env.PATH, HOME: place.folder, ...command.env };
  const child = spawn(file, args, { env, timeout: 60_000 });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await new Promise((resolve) => child.on('error', resolve).on('close', resolve));
  if (stdout.includes(SUCCESS)) return 'ok';
  console.error(`${client.name}, ${route.name}: ${String(code)}\n${stdout}${stderr}`);
  return 'FAILED';
}

void main();
