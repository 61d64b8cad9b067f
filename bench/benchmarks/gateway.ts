import { fork, type ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import type { Socket } from 'node:net';
import { resolve } from 'node:path';
import { CONCURRENCY, closedLoop, interleaved, median, type Measurements } from '../lib/load';
import { ratio, type Metric, type Benchmark } from '../lib/benchmark';
import { readCpuSeconds } from '../lib/cpu-time';
import { installComparisonProxies, startComparisonProxies } from '../lib/comparison-proxies';
import { get, open, type Route } from '../lib/route';
import { measureIdleMemory, measureLatency } from '../lib/tunnels';
import {
  openShop,
  stopChild,
  waitUntilReady,
  type Shop,
  type BenchContext,
} from '../lib/bench-context';
import { freePorts } from '../../test/support/ports';

const MIB = 2 ** 20;
/** More connections would exhaust the client's ports to one target, because of TIME_WAIT. */
const MAX_NEW_CONNECTIONS = 8_000;
const DOWNLOAD = 16 * MIB;
const SPLICE = 'haproxy, TCP with splice';
/** With both ends of each, below the usual limit of 20,000 file descriptors. */
const IDLE_TUNNELS = 8_000;
const OPEN_TUNNELS = 1_000;
/** With downloads of other shapes, of which the processor time counts. */
const COMPARED = ['gateway, CONNECT', 'squid, CONNECT'];
const ACCOUNT = { username: 'npbench', password: 'bench' };

interface DownloadSpeed {
  readonly mibPerSecond: number;
  /** CPU time of the proxy. */
  readonly cpuSecondsPerGib: number;
}

const startChild = async (
  context: BenchContext,
  file: string,
  env: NodeJS.ProcessEnv,
): Promise<ChildProcess> => {
  const started = fork(resolve('bench', 'lib', file), [], {
    execArgv: ['-r', '@swc-node/register'],
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  context.onCleanup(() => stopChild(started));
  await waitUntilReady(started);
  return started;
};

/** Creates a proxy without a traffic limit for exits of any country, beside one of a generated customer. */
async function createAccount(shop: Shop): Promise<void> {
  const digest = createHmac('sha256', shop.config.key('proxy-credential')).update(ACCOUNT.password);
  await shop.sql(
    `INSERT INTO proxy (uuid, user_id, order_id, proxy_api_id, type, protocol, host, port, port_socks5, username,
       password_digest, password_encrypted, country, ttl_minutes, session_id, price_kobo, expires_at)
     SELECT gen_random_uuid(), user_id, order_id, 'bench', 'residential_ipv4', 'http', host, port, port_socks5, $1,
       $2, '', 'zz', 0, 'main', price_kobo, now() + interval '1 day' FROM proxy LIMIT 1`,
    [ACCOUNT.username, digest.digest()],
  );
}

/** A keep-alive connection that is reopened when the proxy closes it. */
class KeepAliveClient {
  #socket: Socket | undefined;

  constructor(
    private readonly route: Route,
    private readonly origin: number,
  ) {}

  async get(path: string): Promise<number> {
    for (let attempt = 1; ; attempt += 1) {
      if (!this.#socket || this.#socket.destroyed || this.#socket.readableEnded)
        this.#socket = await open(this.route, this.origin);
      try {
        return await get(this.#socket, this.route, this.origin, path);
      } catch (error) {
        this.close();
        if (attempt === 2) throw error;
      }
    }
  }

  close(): void {
    this.#socket?.destroy();
  }
}

/** What each of so many tunnels downloads at a time, and how many there are. */
interface DownloadShape {
  readonly path: string;
  readonly tunnels: number;
}

const SHAPES = {
  download: { path: `/bytes/${DOWNLOAD}`, tunnels: 4 },
  'one tunnel': { path: `/bytes/${DOWNLOAD}`, tunnels: 1 },
  /** 1.6 MB a second each, for five seconds. */
  paced: { path: `/paced/${500 * 16 * 1024}`, tunnels: 40 },
} satisfies Record<string, DownloadShape>;

async function measureDownload(
  route: Route,
  origin: number,
  { path, tunnels }: DownloadShape,
  seconds: number,
): Promise<DownloadSpeed> {
  const { pid } = route;
  const kept = Array.from({ length: tunnels }, () => new KeepAliveClient(route, origin));
  await Promise.all(kept.map((each) => each.get('/')));
  const before = pid === undefined ? NaN : readCpuSeconds(pid);
  const start = performance.now();
  let total = 0;
  await closedLoop(tunnels, { seconds }, async (caller) => {
    // Not `total += await`, which reads it before the others have added theirs.
    const size = await kept[caller]!.get(path);
    total += size;
  });
  const elapsed = (performance.now() - start) / 1000;
  const used = pid === undefined ? NaN : readCpuSeconds(pid) - before;
  for (const connection of kept) connection.close();
  return { mibPerSecond: total / MIB / elapsed, cpuSecondsPerGib: used / (total / 2 ** 30) };
}

async function measureNewConnections(
  route: Route,
  origin: number,
  seconds: number,
): Promise<Measurements & { cpuMs: number }> {
  const before = route.pid === undefined ? NaN : readCpuSeconds(route.pid);
  const measured = await closedLoop(
    CONCURRENCY,
    { seconds, maxCalls: MAX_NEW_CONNECTIONS },
    async () => {
      const socket = await open(route, origin);
      await get(socket, route, origin, '/');
      socket.destroy();
    },
  );
  const used = route.pid === undefined ? NaN : readCpuSeconds(route.pid) - before;
  return { ...measured, cpuMs: (used * 1000) / measured.count };
}

async function measureKeepAlive(route: Route, origin: number, seconds: number) {
  const kept = Array.from({ length: CONCURRENCY }, () => new KeepAliveClient(route, origin));
  const measured = await closedLoop(CONCURRENCY, { seconds }, async (caller) => {
    await kept[caller]!.get('/');
  });
  for (const connection of kept) connection.close();
  return measured;
}

export const gateway: Benchmark = {
  name: 'gateway',
  prepare() {
    installComparisonProxies();
    return Promise.resolve();
  },
  async run(context, options) {
    const shop = await openShop(context, 'gateway', 1000);
    await createAccount(shop);
    const [origin, http, socks] = (await freePorts(3)) as [number, number, number];
    await startChild(context, 'origin-child.ts', { ORIGIN_PORT: String(origin) });
    const others = await startComparisonProxies(context, origin);
    const upstreams = Object.fromEntries(
      others.flatMap(({ name, port }) => {
        if (name === 'squid, CONNECT') return [['xh', `http://127.0.0.1:${port}`]];
        return name === 'microsocks, SOCKS5' ? [['xs', `socks5://127.0.0.1:${port}`]] : [];
      }),
    );
    const { pid } = await startChild(context, 'gateway-child.ts', {
      DIST: context.dist,
      NODE_ENV: 'development',
      APP_KEY: shop.appKey,
      DATABASE_URL: shop.url,
      ORIGIN_PORT: String(origin),
      GATEWAY_HTTP_PORT: String(http),
      GATEWAY_SOCKS_PORT: String(socks),
      GATEWAY_MAX_CONNECTIONS_PER_PROXY: '10000',
      GATEWAY_MAX_CONNECTIONS_PER_ADDRESS: '10000',
      UPSTREAMS: JSON.stringify(upstreams),
    });
    const viaGateway = (name: string, kind: Route['kind'], country = 'ng'): Route => ({
      name: `gateway, ${name}`,
      kind,
      port: kind === 'socks5' ? socks : http,
      pid,
      username: `${ACCOUNT.username}-cc-${country}`,
      password: ACCOUNT.password,
    });
    const routes: Route[] = [
      { name: 'direct', kind: 'direct', port: origin },
      viaGateway('HTTP', 'http'),
      viaGateway('CONNECT', 'connect'),
      viaGateway('SOCKS5', 'socks5'),
      ...('xh' in upstreams ? [viaGateway('CONNECT through squid', 'connect', 'xh')] : []),
      ...('xs' in upstreams ? [viaGateway('CONNECT through microsocks', 'connect', 'xs')] : []),
      ...others,
    ];
    const connectRoute = routes.find(({ name }) => name === 'gateway, CONNECT')!;
    const idleMemory = await measureIdleMemory(connectRoute, origin, IDLE_TUNNELS);
    const latency = await interleaved(options.rounds, {
      direct: () => measureLatency(routes[0]!, origin, OPEN_TUNNELS, options.seconds),
      gateway: () => measureLatency(connectRoute, origin, OPEN_TUNNELS, options.seconds),
    });
    const takeTurns = async (shape: DownloadShape, among: readonly Route[]) => {
      const speeds = new Map<string, DownloadSpeed[]>(among.map(({ name }) => [name, []]));
      for (let round = 0; round < options.rounds; round += 1)
        for (const route of among)
          speeds
            .get(route.name)!
            .push(await measureDownload(route, origin, shape, options.seconds));
      return speeds;
    };
    const downloads = await takeTurns(SHAPES.download, routes);
    const compared = routes.filter(({ name }) => COMPARED.includes(name));
    const oneTunnel = await takeTurns(SHAPES['one tunnel'], compared);
    const paced = await takeTurns(SHAPES.paced, compared);
    const forEachRoute = <T>(make: (route: Route) => T): Record<string, T> =>
      Object.fromEntries(routes.map((route) => [route.name, make(route)]));
    const opened = await interleaved(
      options.rounds,
      forEachRoute((route) => () => measureNewConnections(route, origin, options.seconds)),
    );
    const kept = await interleaved(
      options.rounds,
      forEachRoute((route) => () => measureKeepAlive(route, origin, options.seconds)),
    );
    const speed = (name: string) => median(downloads.get(name)!.map((one) => one.mibPerSecond));
    const lines: Metric[] = routes.flatMap(({ name, pid }) => [
      {
        what: `${name}: download`,
        note:
          `${speed(name).toFixed(0)} MiB/s` +
          (pid === undefined
            ? ''
            : `, ${median(downloads.get(name)!.map((one) => one.cpuSecondsPerGib)).toFixed(2)} s of CPU per GiB`),
      },
      {
        what: `${name}: new connection with one request`,
        measured: opened[name],
        ...(pid === undefined ? {} : { note: `${opened[name]!.cpuMs.toFixed(2)} ms of CPU each` }),
      },
      { what: `${name}: requests on keep-alive connections`, measured: kept[name] },
    ]);
    const cpu = (name: string, of = downloads) =>
      median(of.get(name)!.map((one) => one.cpuSecondsPerGib));
    const atMost = (what: string, value: number, limit: number, unit: string): Metric => ({
      what,
      note: `${value.toFixed(2)}${unit}`,
      target: { text: `≤ ${limit}${unit}`, met: value <= limit },
    });
    for (const name of ['gateway, HTTP', 'gateway, CONNECT', 'gateway, SOCKS5']) {
      lines.push(ratio(`${name} to direct, download`, speed(name) / speed('direct')));
      if (!opened['squid, CONNECT']) continue;
      if (name === 'gateway, HTTP') {
        lines.push(
          atMost(`${name} to squid, CPU per GiB`, cpu(name) / cpu('squid, HTTP'), 0.6, ''),
        );
        continue;
      }
      lines.push(
        ratio(`${name} to squid, download`, speed(name) / speed('squid, CONNECT'), 1.3),
        atMost(`${name} to squid, CPU per GiB`, cpu(name) / cpu('squid, CONNECT'), 0.9, ''),
        ratio(
          `${name} to squid, new connections`,
          opened[name]!.perSecond / opened['squid, CONNECT'].perSecond,
          0.9,
        ),
      );
      if (opened[SPLICE])
        lines.push(atMost(`${name} to haproxy, CPU per GiB`, cpu(name) / cpu(SPLICE), 1, ''));
    }
    for (const [shape, of, limit] of [
      ['one tunnel', oneTunnel, 1],
      ['paced', paced, 1.2],
    ] as const) {
      for (const { name } of compared)
        lines.push({
          what: `${name}: download, ${shape}`,
          note: `${cpu(name, of).toFixed(2)} s of CPU per GiB`,
        });
      if (compared.length < COMPARED.length) continue;
      const [own, squid] = COMPARED as [string, string];
      lines.push(
        atMost(`${own} to squid, CPU per GiB, ${shape}`, cpu(own, of) / cpu(squid, of), limit, ''),
      );
    }
    lines.push(
      atMost('added p99 with 1,000 tunnels', latency.gateway.p99 - latency.direct.p99, 1, ' ms'),
      atMost(`memory of an idle tunnel, of ${IDLE_TUNNELS}`, idleMemory / 1024, 10, ' KiB'),
    );
    return {
      title: 'Through the gateway',
      how: `Client, proxy and origin on this machine, which they share. The gateway checks a password, meters every chunk and leaves from a simulated exit; the other proxies only pass on, and check a password where it says so.`,
      lines,
    };
  },
};
