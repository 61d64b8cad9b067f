import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { poll } from '../../src/embedded/poll';
import { isPortOpen } from '../../src/embedded/ports';
import { freePort, freePorts, freeRow } from './ports';
import { redisServerPath } from './redis-path';
import { RunningPlatform, type ChildName } from './running-platform';

export interface PlatformFixture {
  /** Origin of the API and the web app, such as http://localhost:21000. */
  apiUrl: string;
  gatewayHttpPort: number;
  gatewaySocksPort: number;
  /** Address of its database, for looking behind the curtain. */
  databaseUrl(): Promise<string>;
  admin: { email: string; password: string };
  /** The environment it was started with; start another one with it to use the same data and ports. */
  env: NodeJS.ProcessEnv;
  process: RunningPlatform;
  /** kill -9 of one of its processes. */
  kill9(child: ChildName): Promise<number>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

export interface PlatformFixtureOptions {
  /** Comes before everything this chooses itself. */
  env?: NodeJS.ProcessEnv;
  /** Where its queues live; unset: in PostgreSQL. */
  redis?: { url: string };
}

const ADMIN = { email: 'admin@nairaproxy.local', password: 'Correct-horse-7-staple' };

/** The built platform in a folder of its own, on ports of its own. Needs `npm run build` first. */
export async function startPlatform(
  options: PlatformFixtureOptions = {},
): Promise<PlatformFixture> {
  const env = await platformEnvironment(options);
  const platform = launchPlatform(env);
  try {
    await platform.waitUntilReady();
  } catch (error) {
    await platform.stop();
    await rm(platform.dataDir, { recursive: true, force: true });
    throw error;
  }
  return {
    apiUrl: `http://localhost:${env.PORT}`,
    gatewayHttpPort: Number(env.GATEWAY_HTTP_PORT),
    gatewaySocksPort: Number(env.GATEWAY_SOCKS_PORT),
    databaseUrl: () => databaseUrl(env),
    admin: { email: env.ADMIN_EMAIL ?? '', password: env.ADMIN_PASSWORD ?? '' },
    env,
    process: platform,
    kill9: (child) => platform.kill9(child),
    async stop() {
      const how = await platform.stop();
      await rm(platform.dataDir, { recursive: true, force: true });
      if (how !== 'status 0')
        throw new Error(`The platform ended with ${how}:\n${platform.output}`);
    },
  };
}

/** Free ports and a new data folder, in the form of environment variables. */
export async function platformEnvironment({
  env = {},
  redis,
}: PlatformFixtureOptions): Promise<NodeJS.ProcessEnv> {
  const [port, http, socks, postgres] = await freePorts(4);
  // One for each of its three processes, counted up from the first.
  const metrics = await freeRow(3);
  return {
    ...withoutOurVariables(process.env),
    PORT: String(port),
    GATEWAY_HTTP_PORT: String(http),
    GATEWAY_SOCKS_PORT: String(socks),
    POSTGRES_PORT: String(postgres),
    METRICS_PORT: String(metrics),
    DATA_DIR: await mkdtemp(join(tmpdir(), 'nairaproxy e2e-')),
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...(redis ? { REDIS_URL: redis.url } : {}),
    ...env,
  };
}

/** Starts without waiting: for tests of the start itself. */
export function launchPlatform(env: NodeJS.ProcessEnv): RunningPlatform {
  const script = resolve('dist', 'embedded.js');
  if (!existsSync(script))
    throw new Error('There is no dist/embedded.js: run "npm run build" first.');
  return RunningPlatform.spawn([script], env, env.DATA_DIR ?? '');
}

export interface RedisFixture {
  url: string;
  stop(): Promise<void>;
}

/** A Redis of its own, in memory only. @throws Error when there is no redis-server on this machine. */
export async function startRedis(): Promise<RedisFixture> {
  const program = redisServerPath();
  if (!program) throw new Error('No redis-server: install it or set REDIS_SERVER_PATH.');
  const port = await freePort();
  const child = spawn(
    program,
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' },
  );
  const ended = new Promise((done) => child.once('exit', done));
  // A response after the process has ended comes from another process on the port.
  const gone = () => child.exitCode !== null || child.signalCode !== null;
  await poll(async () => gone() || (await isPortOpen(port)), 30_000);
  if (gone() || !(await isPortOpen(port))) {
    child.kill('SIGKILL');
    throw new Error(`redis-server did not answer on port ${port}`);
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function databaseUrl(env: NodeJS.ProcessEnv): Promise<string> {
  if (env.DATABASE_URL) return env.DATABASE_URL;
  const password = await readFile(join(env.DATA_DIR ?? '', 'postgres.password'), 'utf8');
  return `postgres://app:${password.trim()}@127.0.0.1:${env.POSTGRES_PORT}/nairaproxy`;
}

/** What the person running the tests has set for their own platform is none of the tests' business. */
function withoutOurVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const ours =
    /^(DATABASE_|REDIS_URL|KORAPAY_|GOOGLE_|SMTP_|GATEWAY_|ADMIN_|METRICS_|APP_|HOST$|PORT$|NODE_ENV$|SANDBOX$|LOG_|MAIL_FROM|EMAIL_VERIFICATION|TRUST_PROXY|SUPPORT_)/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !ours.test(name)));
}
