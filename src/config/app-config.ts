import { OperatorError } from '../common/errors/operator-error';
import { availableParallelism, hostname } from 'node:os';
import { join } from 'node:path';
import type { Cidr } from '../common/net/addresses';
import { SECOND } from '../common/time/clock';
import { envSchema, type Env } from './env.schema';
import { KeyRing, type KeyPurpose } from './key-ring';

/** Raised at start when the environment is wrong. Names variables and rules, never values. */
export class ConfigError extends OperatorError {
  override name = 'ConfigError';
}

type TrustProxy = boolean | string | ((address: string, hop: number) => boolean);

/** The whole configuration as a frozen tree. Built once per process; nothing else reads the environment. */
export class AppConfig {
  readonly env: Env['NODE_ENV'];
  readonly isProduction: boolean;
  readonly http: {
    port: number;
    /** Interface to listen on. `localhost` listens on both loopback families. */
    host: string;
    /** Origin the browser sees, without a trailing slash. Links in mails and payment returns start with it. */
    appUrl: string;
    /** Fastify's trustProxy: whether all, which addresses and ranges, or the nearest few. */
    trustProxy: TrustProxy;
  };
  readonly database: {
    url: string;
    poolMax: number;
    poolWaitMs: number;
    /** Timeouts of a statement and of its wait for a lock, in milliseconds. */
    deadlines: Record<'api' | 'worker', { statementMs: number; lockMs: number }>;
  };
  /** Undefined means: queues live in PostgreSQL and rate counters in memory. */
  readonly redisUrl: string | undefined;
  readonly dataDir: string;
  /** Where workers write the exported heads of the hash chains. */
  readonly booksDir: string;
  readonly gateway: {
    /** Name of this gateway; usage flushes are deduplicated by (id, sequence). */
    id: string;
    /** Gateways of a region can serve the exits that are bound to it. */
    region: string;
    bind: string;
    httpPort: number;
    socksPort: number;
    /** The HTTP proxy over TLS; undefined: there is none. */
    https: { port: number; certFile: string; keyFile: string } | undefined;
    /** Host customers put in their proxy settings. */
    publicHost: string;
    /** The ports that go with it, which differ from those above behind a load balancer. */
    publicPorts: { http: number; socks: number; https: number | undefined };
    maxConnectionsPerProxy: number;
    maxConnectionsPerAddress: number;
    /** Prefixes of NAT64 translators through which this machine reaches IPv4. */
    nat64Prefixes: readonly Cidr[];
    /** Balancers that begin each connection with a PROXY protocol header; from others it is refused. */
    proxyProtocolFrom: readonly Cidr[];
    /** Where clients are told to send UDP; undefined: the address that their connection came to. */
    udpAddress: string | undefined;
    /** Usage that the database does not take in time waits here. */
    spoolDir: string;
    /** Bytes of one proxy that may pass before the database or the spool has them. */
    unsavedMaxBytes: number;
    /** Plain HTTP; answers with the address of its caller. Undefined: exits and networks cannot be probed. */
    probeUrl: string | undefined;
    /** Processes that share the ports; 1: no primary supervises it. */
    processes: number;
    /** After SIGTERM: how long it still accepts, and then how long open connections may finish. */
    lameDuckMs: number;
    drainMs: number;
  };
  readonly metrics: { port: number | undefined; host: string };
  readonly log: { level: Env['LOG_LEVEL']; pretty: boolean };
  readonly admin: { email: string; password: string | undefined };
  /** Defaults from the environment; the settings of the back office come before them. */
  readonly korapay: {
    baseUrl: string;
    publicKey: string | undefined;
    secretKey: string | undefined;
    /** Bank of customers' naira accounts. */
    bankCode: string;
  };
  readonly google: {
    clientId: string | undefined;
    clientSecret: string | undefined;
    issuer: string;
  };
  readonly emailVerification: boolean;
  /** Defaults from the environment; the settings of the back office come before them. */
  readonly smtp: {
    host: string | undefined;
    port: number;
    username: string | undefined;
    password: string | undefined;
  };
  readonly mailFrom: string;
  readonly support: {
    email: string;
    chatUrl: string | undefined;
    /** Receives answers to mails about tickets, with a token after a `+`; undefined: those mails have no address for answers. */
    replyAddress: string | undefined;
    /** Of whoever hands received mails in; undefined: nobody may. */
    inboundSecret: string | undefined;
  };
  /** Korapay simulator, mail inbox and echo service. Never true in production. */
  readonly sandbox: boolean;
  /** For tests: the point at which this process crashes. Set in the sandbox only. */
  readonly crashAt: string | undefined;
  readonly keys: KeyRing;
  /** Previous keys, for key rotation. */
  readonly oldKeys: KeyRing | undefined;
  /** False: the keys are derived from a public default. */
  readonly isAppKeySet: boolean;
  /** APP_KEY is set, or the keys that a gateway needs of it. */
  readonly hasGatewayKeys: boolean;

  constructor(env: Env) {
    this.env = env.NODE_ENV;
    this.isProduction = env.NODE_ENV === 'production';
    const appUrl = (env.APP_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '');
    this.http = {
      port: env.PORT,
      host: env.HOST,
      appUrl,
      trustProxy: trustOf(env.TRUST_PROXY),
    };
    this.database = {
      url: env.DATABASE_URL ?? `postgres://app@127.0.0.1:${env.POSTGRES_PORT}/nairaproxy`,
      poolMax: env.DATABASE_POOL_MAX,
      poolWaitMs: env.DATABASE_POOL_WAIT_MS,
      deadlines: {
        api: {
          statementMs: env.DATABASE_STATEMENT_TIMEOUT_MS,
          lockMs: env.DATABASE_LOCK_TIMEOUT_MS,
        },
        worker: {
          statementMs: env.DATABASE_WORKER_STATEMENT_TIMEOUT_MS,
          lockMs: env.DATABASE_LOCK_TIMEOUT_MS,
        },
      },
    };
    this.redisUrl = env.REDIS_URL;
    this.dataDir = env.DATA_DIR;
    this.booksDir = env.BOOKS_DIR ?? join(env.DATA_DIR, 'books');
    this.gateway = {
      id: env.GATEWAY_ID ?? toGatewayId(hostname()),
      region: env.GATEWAY_REGION,
      bind: env.GATEWAY_BIND,
      httpPort: env.GATEWAY_HTTP_PORT,
      socksPort: env.GATEWAY_SOCKS_PORT,
      https: toHttps(env),
      publicHost: env.GATEWAY_HOST,
      publicPorts: {
        http: env.GATEWAY_PUBLIC_HTTP_PORT ?? env.GATEWAY_HTTP_PORT,
        socks: env.GATEWAY_PUBLIC_SOCKS_PORT ?? env.GATEWAY_SOCKS_PORT,
        https: env.GATEWAY_PUBLIC_HTTPS_PORT ?? env.GATEWAY_HTTPS_PORT,
      },
      maxConnectionsPerProxy: env.GATEWAY_MAX_CONNECTIONS_PER_PROXY,
      maxConnectionsPerAddress: env.GATEWAY_MAX_CONNECTIONS_PER_ADDRESS,
      nat64Prefixes: env.GATEWAY_NAT64_PREFIXES ?? [],
      proxyProtocolFrom: env.GATEWAY_PROXY_PROTOCOL_FROM ?? [],
      udpAddress: env.GATEWAY_UDP_ADDRESS,
      spoolDir: env.GATEWAY_SPOOL_DIR ?? join(env.DATA_DIR, 'gateway-spool'),
      unsavedMaxBytes: env.GATEWAY_UNSAVED_MAX_BYTES,
      probeUrl:
        env.PROBE_URL ??
        (env.SANDBOX && env.NODE_ENV !== 'production'
          ? `http://localhost:${env.PORT}/sandbox/echo`
          : undefined),
      processes: env.GATEWAY_PROCESSES ?? (this.isProduction ? availableParallelism() : 1),
      lameDuckMs: (env.GATEWAY_LAME_DUCK_SECONDS ?? (this.isProduction ? 5 : 0)) * SECOND,
      drainMs: env.GATEWAY_DRAIN_SECONDS * SECOND,
    };
    this.metrics = { port: env.METRICS_PORT, host: env.METRICS_HOST };
    this.log = { level: env.LOG_LEVEL, pretty: env.LOG_PRETTY };
    this.admin = { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD };
    this.sandbox = env.SANDBOX ?? false;
    this.crashAt = this.sandbox && !this.isProduction ? env.CRASH_AT : undefined;
    this.korapay = {
      baseUrl:
        env.KORAPAY_BASE_URL ??
        (this.sandbox
          ? `http://localhost:${env.PORT}/sandbox/korapay/merchant/api/v1`
          : 'https://api.korapay.com/merchant/api/v1'),
      publicKey: env.KORAPAY_PUBLIC_KEY ?? (this.sandbox ? 'pk_test_sandbox' : undefined),
      secretKey: env.KORAPAY_SECRET_KEY ?? (this.sandbox ? 'sk_test_sandbox' : undefined),
      bankCode: env.KORAPAY_BANK_CODE,
    };
    this.google = {
      clientId: env.GOOGLE_CLIENT_ID,
      clientSecret: env.GOOGLE_CLIENT_SECRET,
      issuer: env.GOOGLE_ISSUER,
    };
    this.emailVerification = env.EMAIL_VERIFICATION;
    this.smtp = {
      host: env.SMTP_HOST,
      port: env.SMTP_PORT,
      username: env.SMTP_USERNAME,
      password: env.SMTP_PASSWORD,
    };
    this.support = {
      email: env.SUPPORT_EMAIL,
      chatUrl: env.SUPPORT_CHAT_URL,
      replyAddress: env.SUPPORT_REPLY_ADDRESS,
      inboundSecret: env.SUPPORT_INBOUND_SECRET,
    };
    this.mailFrom = env.MAIL_FROM ?? env.SUPPORT_EMAIL;
    // Only reachable outside production: there APP_KEY is required.
    const source = env.APP_KEY ?? env.GATEWAY_KEYS;
    this.keys = new KeyRing(source ?? 'insecure-development-key-do-not-deploy');
    this.oldKeys = env.APP_KEY_OLD === undefined ? undefined : new KeyRing(env.APP_KEY_OLD);
    this.isAppKeySet = env.APP_KEY !== undefined;
    this.hasGatewayKeys = source !== undefined;
    Object.freeze(this);
  }

  /** A 32-byte key for one purpose, derived from APP_KEY. @throws MissingKeyError */
  key(purpose: KeyPurpose): Buffer {
    return this.keys.key(purpose);
  }

  /** The API's address on this machine, for loopback calls; the browser's origin is `http.appUrl`. */
  get localApiUrl(): string {
    return `http://localhost:${this.http.port}`;
  }
}

const toGatewayId = (host: string): string =>
  host.replace(/[^\w.-]/g, '-').slice(0, 60) || 'gateway-1';

/** The schema requires both files with the port. */
function toHttps({ GATEWAY_HTTPS_PORT: port, ...env }: Env): AppConfig['gateway']['https'] {
  const { GATEWAY_TLS_CERT: certFile, GATEWAY_TLS_KEY: keyFile } = env;
  return port && certFile && keyFile ? { port, certFile, keyFile } : undefined;
}

function trustOf(text: string): TrustProxy {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d+$/.test(text) ? (_address, hop) => hop < Number(text) : text;
}

/**
 * Parses an environment into the configuration tree.
 * @throws ConfigError naming every bad variable and the rule it breaks.
 */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): AppConfig {
  const parsed = envSchema.safeParse(environment);
  if (parsed.success) return new AppConfig(parsed.data);
  const lines = parsed.error.issues.map((i) => `  ${i.path.join('.')}: ${i.message}`);
  throw new ConfigError(`The configuration is not usable:\n${lines.join('\n')}`);
}
