import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { freePorts, freePortRange } from './ports';
import { ADMIN, copyPreparedData } from './prepared-data';
import { RunningPlatform, type ChildName } from './running-platform';
import { makeScratchFolder } from './scratch-folder';

export interface PlatformFixture {
  /** Origin of the API and the web app, such as http://localhost:21000. */
  apiUrl: string;
  gatewayHttpPort: number;
  gatewaySocksPort: number;
  databaseUrl(): Promise<string>;
  admin: { email: string; password: string };
  /** Its environment; another platform started with it uses the same data and ports. */
  env: NodeJS.ProcessEnv;
  process: RunningPlatform;
  /** Kills one of its processes with SIGKILL. */
  kill9(child: ChildName): Promise<number>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

export interface PlatformFixtureOptions {
  /** Overrides the generated environment. */
  env?: NodeJS.ProcessEnv;
  /** Redis for the queues; PostgreSQL by default. */
  redis?: { url: string };
}

/**
 * Starts the built platform with its own data folder and ports, as it starts when it was started before. Needs
 * `npm run build` first.
 */
export async function startPlatform(
  options: PlatformFixtureOptions = {},
): Promise<PlatformFixture> {
  const env = await platformEnvironment(options);
  if (!env.DATABASE_URL) await copyPreparedData(env.DATA_DIR ?? '');
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
      const exit = await platform.stop();
      await rm(platform.dataDir, { recursive: true, force: true });
      if (exit !== 'status 0')
        throw new Error(`The platform exited with ${exit}:\n${platform.output}`);
    },
  };
}

/** Environment variables with free ports and a new data folder. */
export async function platformEnvironment({
  env = {},
  redis,
}: PlatformFixtureOptions): Promise<NodeJS.ProcessEnv> {
  const [port, http, socks, postgres] = await freePorts(4);
  // Consecutive ports, one for each of the three processes.
  const metrics = await freePortRange(3);
  return {
    ...withoutPlatformVariables(process.env),
    // The platform ends with the npm that has started it.
    npm_lifecycle_event: 'start',
    // No test waits for a deadline of the product unless it is about that one, and sets it.
    DATABASE_POOL_WAIT_MS: '50000',
    DATABASE_STATEMENT_TIMEOUT_MS: '50000',
    DATABASE_LOCK_TIMEOUT_MS: '40000',
    PORT: String(port),
    GATEWAY_HTTP_PORT: String(http),
    GATEWAY_SOCKS_PORT: String(socks),
    POSTGRES_PORT: String(postgres),
    METRICS_PORT: String(metrics),
    DATA_DIR: (await makeScratchFolder()).path,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...(redis ? { REDIS_URL: redis.url } : {}),
    ...env,
  };
}

/** Starts without waiting, for tests of the startup itself. */
export function launchPlatform(env: NodeJS.ProcessEnv): RunningPlatform {
  const script = resolve('dist', 'embedded.js');
  if (!existsSync(script))
    throw new Error('There is no dist/embedded.js: run "npm run build" first.');
  return RunningPlatform.spawn([script], env, env.DATA_DIR ?? '');
}

async function databaseUrl(env: NodeJS.ProcessEnv): Promise<string> {
  if (env.DATABASE_URL) return env.DATABASE_URL;
  const password = await readFile(join(env.DATA_DIR ?? '', 'postgres.password'), 'utf8');
  return `postgres://app:${password.trim()}@127.0.0.1:${env.POSTGRES_PORT}/nairaproxy`;
}

/** Removes variables that the developer may have set for another platform. */
function withoutPlatformVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const platformVariables =
    /^(DATABASE_|REDIS_URL|KORAPAY_|GOOGLE_|SMTP_|GATEWAY_|ADMIN_|METRICS_|APP_|HOST$|PORT$|NODE_ENV$|SANDBOX$|LOG_|MAIL_FROM|EMAIL_VERIFICATION|TRUST_PROXY|SUPPORT_)/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !platformVariables.test(name)));
}
