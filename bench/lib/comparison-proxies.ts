import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isPortOpen } from '../../src/embedded/ports';
import { freePort } from '../../test/support/ports';
import type { BenchContext } from './bench-context';
import type { Route } from './route';

export const PASSWORD = { username: 'bench', password: 'bench' };

interface Place {
  readonly port: number;
  readonly folder: string;
  readonly origin: number;
}

interface ComparisonProxy {
  readonly program: string;
  /** Debian's package, when its name is another. */
  readonly package?: string;
  readonly kinds: readonly Route['kind'][];
  readonly hasPassword?: boolean;
  /** Arguments that make it listen, stay in the foreground and log nothing; `files` go into its folder. */
  start(place: Place): { args: string[]; files?: Record<string, string> };
}

const squid = ({ port, folder }: Place, access: string) => ({
  args: ['-N', '-f', 'config'],
  files: {
    config: `http_port 127.0.0.1:${port}\n${access}cache deny all\ncache_mem 8 MB\naccess_log none\ncache_log /dev/null\ncache_store_log none\npid_filename none\ncoredump_dir ${folder}\nshutdown_lifetime 1 second\nvia off\nforwarded_for delete\n`,
    // The system's MD5 hash of PASSWORD.
    passwords: `${PASSWORD.username}:$1$xHNYqe.r$AUiZUJo1nfaWFEZlbaWmr1\n`,
  },
});
const tinyproxy = ({ port }: Place, access: string) => ({
  args: ['-d', '-c', 'config'],
  files: {
    config: `Port ${port}\nListen 127.0.0.1\nMaxClients 400\nAllow 127.0.0.1\n${access}LogLevel Error\nDisableViaHeader Yes\n`,
  },
});

/** Other proxy servers, none of which meters. */
const PROXIES: Record<string, ComparisonProxy> = {
  squid: {
    program: 'squid',
    kinds: ['http', 'connect'],
    start: (place) => squid(place, 'http_access allow all\n'),
  },
  'squid with a password': {
    program: 'squid',
    kinds: ['connect'],
    hasPassword: true,
    start: (place) =>
      squid(
        place,
        `auth_param basic program /usr/lib/squid/basic_ncsa_auth ${place.folder}/passwords\nauth_param basic credentialsttl 2 hours\nacl known proxy_auth REQUIRED\nhttp_access allow known\nhttp_access deny all\n`,
      ),
  },
  tinyproxy: {
    program: 'tinyproxy',
    kinds: ['http', 'connect'],
    start: (place) => tinyproxy(place, ''),
  },
  'tinyproxy with a password': {
    program: 'tinyproxy',
    kinds: ['connect'],
    hasPassword: true,
    start: (place) => tinyproxy(place, `BasicAuth ${PASSWORD.username} ${PASSWORD.password}\n`),
  },
  microsocks: {
    program: 'microsocks',
    kinds: ['socks5'],
    start: ({ port }) => ({ args: ['-i', '127.0.0.1', '-p', String(port)] }),
  },
  'microsocks with a password': {
    program: 'microsocks',
    kinds: ['socks5'],
    hasPassword: true,
    start: ({ port }) => ({
      args: [
        '-i',
        '127.0.0.1',
        '-p',
        String(port),
        '-u',
        PASSWORD.username,
        '-P',
        PASSWORD.password,
      ],
    }),
  },
  dante: {
    program: 'danted',
    package: 'dante-server',
    kinds: ['socks5'],
    start: ({ port, folder }) => ({
      args: ['-f', 'config', '-p', join(folder, 'pid')],
      files: {
        config: `logoutput: /dev/null\ninternal: 127.0.0.1 port = ${port}\nexternal: 127.0.0.1\nclientmethod: none\nsocksmethod: none\nuser.privileged: root\nuser.unprivileged: nobody\nclient pass { from: 127.0.0.0/8 to: 0.0.0.0/0 }\nsocks pass { from: 127.0.0.0/8 to: 0.0.0.0/0 }\n`,
      },
    }),
  },
  // It knows its one target beforehand, and its bytes stay in the kernel: the bound of what a relay can do.
  'haproxy, TCP with splice': {
    program: 'haproxy',
    kinds: ['direct'],
    start: ({ port, origin }) => ({
      args: ['-db', '-q', '-f', 'config'],
      files: {
        config: `global\n maxconn 4000\ndefaults\n mode tcp\n option splice-auto\n timeout connect 5s\n timeout client 60s\n timeout server 60s\nlisten bench\n bind 127.0.0.1:${port}\n server origin 127.0.0.1:${origin}\n`,
      },
    }),
  },
};

const isInstalled = (program: string): boolean => spawnSync('which', [program]).status === 0;

/** Installs Debian's packages of the missing ones when this is root on such a system. */
export function installComparisonProxies(): void {
  if (process.getuid?.() !== 0 || !isInstalled('apt-get')) return;
  const missing = Object.values(PROXIES).filter(({ program }) => !isInstalled(program));
  if (missing.length === 0) return;
  const packages = [...new Set(missing.map((proxy) => proxy.package ?? proxy.program))];
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** Starts those that are installed. @param origin port of the target. */
export async function startComparisonProxies(
  context: BenchContext,
  origin: number,
): Promise<Route[]> {
  const routes: Route[] = [];
  for (const [name, proxy] of Object.entries(PROXIES)) {
    if (!isInstalled(proxy.program)) continue;
    const port = await freePort();
    // Some of them read their files as another user.
    const folder = mkdtempSync(join(tmpdir(), 'nairaproxy-bench-proxy-'));
    chmodSync(folder, 0o755);
    context.onCleanup(() => rmSync(folder, { recursive: true, force: true }));
    const { args, files = {} } = proxy.start({ port, folder, origin });
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
    const child = spawn(proxy.program, args, { stdio: 'ignore', cwd: folder });
    context.onCleanup(() => void child.kill('SIGTERM'));
    const deadline = Date.now() + 10_000;
    while (!(await isPortOpen(port)) && Date.now() < deadline) await delay(100);
    if (!(await isPortOpen(port))) {
      console.error(`${name} is installed but did not start`);
      continue;
    }
    for (const kind of proxy.kinds)
      routes.push({
        name: kind === 'direct' ? name : `${name}, ${KIND_NAMES[kind]}`,
        kind,
        port,
        pid: child.pid,
        ...(proxy.hasPassword ? PASSWORD : {}),
      });
  }
  return routes;
}

const KIND_NAMES = { http: 'HTTP', connect: 'CONNECT', socks5: 'SOCKS5', direct: 'TCP' } as const;
