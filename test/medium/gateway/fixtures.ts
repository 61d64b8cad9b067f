import type { Fakeable, GatewayDependencies } from '../../../src/gateway/gateway-options';
import { createHmac } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { pino } from 'pino';
import { loadConfig, type AppConfig } from '../../../src/config/app-config';
import {
  type Credential,
  CredentialSource,
  type ProxyKind,
} from '../../../src/gateway/auth/credential';
import type { Exit } from '../../../src/gateway/exits/exit';
import type { ExitSource } from '../../../src/gateway/exits/exit-source';
import { Gateway, SETTINGS_CHANNEL } from '../../../src/gateway/gateway';
import {
  type Settlement,
  type UsageBatch,
  UsageStore,
} from '../../../src/gateway/meter/usage-store';
import {
  type TargetCounts,
  type TargetDelta,
  TargetUsageStore,
} from '../../../src/gateway/meter/target-meter';
import { NameResolver } from '../../../src/gateway/net/name-resolver';
import { freePorts } from '../../support/ports';
import { createCredential } from '../../support/credential';

export const APP_KEY = 'a-key-for-the-tests-of-the-gateway-only';
export const PASSWORD = 'secret';
/** Linux and Windows own all of 127.0.0.0/8; elsewhere simulated exits leave from 127.0.0.1. */
export const hasManyLoopbacks = process.platform !== 'darwin';
export const hasIpv6 = Object.values(networkInterfaces()).some((list) =>
  list?.some((i) => i.address === '::1'),
);
export const silent = pino({ level: 'silent' });

/** A loopback configuration on free ports. */
export async function testConfig(more: Record<string, string> = {}): Promise<AppConfig> {
  const [http, socks, api] = await freePorts(3);
  return loadConfig({
    NODE_ENV: 'test',
    APP_KEY,
    PORT: String(api),
    GATEWAY_HTTP_PORT: String(http),
    GATEWAY_SOCKS_PORT: String(socks),
    GATEWAY_ID: 'gateway-test',
    ...more,
  });
}

export const toDigest = (config: AppConfig, password = PASSWORD): Buffer =>
  createHmac('sha256', config.key('proxy-credential')).update(password).digest();

export class MemoryCredentials implements Fakeable<CredentialSource> {
  readonly rows = new Map<number, Credential>();
  isDown = false;
  reads = 0;

  constructor(private readonly config: AppConfig) {}

  put(row: Partial<Credential> = {}): Credential {
    const proxyId = row.proxyId ?? this.rows.size + 1;
    const full = createCredential({
      proxyId,
      username: `user${proxyId}`,
      digest: toDigest(this.config),
      kind: 'residential',
      sessionId: 'main',
      expiresAt: Date.now() + 3_600_000,
      ...row,
    });
    this.rows.set(proxyId, full);
    return full;
  }

  findByUsername(username: string): Promise<Credential | null> {
    this.reads++;
    if (this.isDown) return Promise.reject(new Error('down'));
    return Promise.resolve([...this.rows.values()].find((r) => r.username === username) ?? null);
  }

  findByProxyIds(proxyIds: number[]): Promise<Credential[]> {
    this.reads++;
    if (this.isDown) return Promise.reject(new Error('down'));
    return Promise.resolve(proxyIds.flatMap((id) => this.rows.get(id) ?? []));
  }
}

export class MemoryExits implements Fakeable<ExitSource> {
  readonly list: Exit[] = [];

  put(exit: Partial<Exit> = {}): Exit {
    const id = exit.id ?? this.list.length + 1;
    const full: Exit = {
      id,
      kind: 'residential',
      country: 'ng',
      region: null,
      city: null,
      isp: null,
      localAddress: `127.10.0.${id}`,
      upstream: null,
      weight: 1,
      simulated: true,
      ...exit,
    };
    this.list.push(full);
    return full;
  }

  findAll(): Promise<Exit[]> {
    return Promise.resolve([...this.list]);
  }
}

/** Usage by host, of the proxies in the list. */
export class MemoryTargets implements Fakeable<TargetUsageStore> {
  proxies: number[] = [];
  readonly batches: TargetDelta[][] = [];
  check = () => Promise.resolve();

  findAll(): Promise<number[]> {
    return Promise.resolve(this.proxies);
  }

  settle({ targets }: TargetCounts): Promise<void> {
    this.batches.push(targets);
    return Promise.resolve();
  }

  get totals(): Record<string, Omit<TargetDelta, 'proxyId' | 'host'>> {
    const totals: Record<string, Omit<TargetDelta, 'proxyId' | 'host'>> = {};
    for (const { proxyId, host, up, down, requests } of this.batches.flat()) {
      const sum = (totals[`${proxyId} ${host}`] ??= { up: 0, down: 0, requests: 0 });
      sum.up += up;
      sum.down += down;
      sum.requests += requests;
    }
    return totals;
  }
}

export class MemoryUsage implements Fakeable<UsageStore> {
  readonly stored = new Set<string>();
  readonly totals = new Map<number, { up: number; down: number; requests: number }>();
  /** Runs after a batch is stored and before its result: throw to lose the result. */
  afterStore: () => void = () => undefined;

  constructor(private readonly findLimit: (proxyId: number) => number | null) {}

  /** Leases what is wanted and left: there are no other gateways. */
  settle(batch: UsageBatch): Promise<Map<number, Settlement>> {
    const name = `${batch.gatewayId}/${batch.seq}`;
    if (!this.stored.has(name)) {
      this.stored.add(name);
      for (const { proxyId, up, down, requests } of batch.deltas) {
        const t = this.totals.get(proxyId) ?? { up: 0, down: 0, requests: 0 };
        this.totals.set(proxyId, {
          up: t.up + up,
          down: t.down + down,
          requests: t.requests + requests,
        });
      }
    }
    try {
      this.afterStore();
    } catch (error) {
      return Promise.reject(error as Error);
    }
    return Promise.resolve(
      new Map(
        batch.deltas.map(({ proxyId, wanted }) => {
          const used = this.getBytes(proxyId);
          const left = (this.findLimit(proxyId) ?? 0) - used;
          return [proxyId, { used, lease: Math.max(0, Math.min(wanted, left)), heldByOthers: 0 }];
        }),
      ),
    );
  }

  check = () => Promise.resolve();
  forgetHolders = () => Promise.resolve();

  getBytes(proxyId: number): number {
    const t = this.totals.get(proxyId);
    return t ? t.up + t.down : 0;
  }
}

/** Resolver for names ending in .test. */
export class FakeNames implements NameResolver {
  readonly names = new Map<string, string[]>();

  resolve(name: string): Promise<string[]> {
    const found = this.names.get(name);
    return found ? Promise.resolve(found) : Promise.reject(new Error('ENOTFOUND'));
  }
}

export interface TestGateway {
  config: AppConfig;
  gateway: Gateway;
  credentials: MemoryCredentials;
  exits: MemoryExits;
  usage: MemoryUsage;
  names: FakeNames;
  /** Loopback targets that count as public; by port. */
  open: Set<number>;
  targets: MemoryTargets;
  /** Switches UDP on for these kinds, and off for all others. */
  setUdp(...kinds: ProxyKind[]): Promise<void>;
  stop(): Promise<void>;
}

/** A gateway on memory instead of PostgreSQL; everything else is real. */
export async function startTestGateway(
  options: GatewayDependencies['options'] = {},
  env: Record<string, string> = {},
): Promise<TestGateway> {
  const config = await testConfig(env);
  const credentials = new MemoryCredentials(config);
  const exits = new MemoryExits();
  const usage = new MemoryUsage((id) => credentials.rows.get(id)?.limitBytes ?? null);
  const names = new FakeNames();
  const open = new Set<number>();
  const targets = new MemoryTargets();
  let udpKinds: ProxyKind[] = [];
  const gateway = new Gateway(config, {
    credentials,
    exits,
    usage,
    udpKinds: () => Promise.resolve(udpKinds),
    targetUsage: targets,
    resolver: names,
    log: silent,
    allow: (_address, port) => open.has(port),
    options: { drainMs: 0, flushMs: 50, sweepMs: 50, ...options },
  });
  exits.put();
  await gateway.start();
  gateway.onNotifications(true);
  return {
    config,
    gateway,
    credentials,
    exits,
    usage,
    names,
    open,
    targets,
    setUdp: (...kinds) => {
      udpKinds = kinds;
      return gateway.onChange(SETTINGS_CHANNEL, '');
    },
    stop: () => gateway.stop(),
  };
}
