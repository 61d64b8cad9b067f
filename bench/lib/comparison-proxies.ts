import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isPortOpen } from '../../src/embedded/ports';
import { freePort } from '../../test/support/ports';
import type { BenchContext } from './bench-context';

/** Another proxy server on this machine, without authentication and metering. */
export interface ComparisonProxy {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
}

/** Arguments that make each listen, stay in the foreground and log nothing. */
const COMMANDS: Record<
  string,
  (port: number, folder: string) => { config: string; args: (file: string) => string[] }
> = {
  tinyproxy: (port) => ({
    config: `Port ${port}\nListen 127.0.0.1\nMaxClients 400\nAllow 127.0.0.1\nLogLevel Error\nDisableViaHeader Yes\n`,
    args: (file) => ['-d', '-c', file],
  }),
  squid: (port, folder) => ({
    config: `http_port 127.0.0.1:${port}\nacl all_clients src 127.0.0.1\nhttp_access allow all_clients\ncache deny all\ncache_mem 8 MB\naccess_log none\ncache_log /dev/null\ncache_store_log none\npid_filename none\ncoredump_dir ${folder}\nshutdown_lifetime 1 second\nvia off\nforwarded_for delete\n`,
    args: (file) => ['-N', '-f', file],
  }),
  '3proxy': (port) => ({
    config: `nscache 1024\nauth none\nproxy -i127.0.0.1 -p${port}\n`,
    args: (file) => [file],
  }),
};

/** Starts those that are installed. */
export async function startComparisonProxies(context: BenchContext): Promise<ComparisonProxy[]> {
  const others: ComparisonProxy[] = [];
  for (const [name, describe] of Object.entries(COMMANDS)) {
    if (spawnSync('which', [name]).status !== 0) continue;
    const port = await freePort();
    const folder = join(context.folder, name);
    mkdirSync(folder);
    const { config, args } = describe(port, folder);
    const file = join(folder, 'config');
    writeFileSync(file, config);
    const child = spawn(name, args(file), { stdio: 'ignore', cwd: folder });
    context.onCleanup(() => void child.kill('SIGKILL'));
    const deadline = Date.now() + 10_000;
    while (!(await isPortOpen(port)) && Date.now() < deadline) await delay(100);
    if (await isPortOpen(port)) others.push({ name, port, pid: child.pid! });
    else console.error(`${name} is installed but did not start`);
  }
  return others;
}
