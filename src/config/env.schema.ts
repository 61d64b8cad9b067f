import { z } from 'zod';
import { type Cidr, parseCidr } from '../common/net/addresses';
import { parseGatewayKeys } from './key-ring';

const flag = z.enum(['true', 'false', '1', '0']).transform((v) => v === 'true' || v === '1');
const port = z.coerce.number().int().min(1).max(65535);
const milliseconds = z.coerce.number().int().min(100).max(600_000);
/** An empty line in an env file (`FOO=`) means "not set", not "set to nothing". */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((v) => (v === '' ? undefined : v), schema.optional());
const withDefault = <T extends z.ZodType>(schema: T, value: z.input<T>) =>
  z.preprocess((v) => (v === '' || v === undefined ? value : v), schema);
/** Comma-separated ranges of addresses. */
const cidrs = z.string().transform((text, ctx) => {
  const parsed: Cidr[] = [];
  for (const part of text.split(',').map((range) => range.trim())) {
    const cidr = parseCidr(part);
    if (cidr) parsed.push(cidr);
    else ctx.addIssue({ code: 'custom', message: 'needs addresses or ranges like 10.0.0.0/8' });
  }
  return parsed;
});
const balancers = cidrs.refine(
  (list) => list.every(({ length }) => length > 0),
  'would let anybody choose the address that limits count; give the addresses of the balancers',
);
const nat64Prefixes = cidrs.refine(
  (list) =>
    list.every(
      ({ family, length }) => family === 'ipv6' && [32, 40, 48, 56, 64, 96].includes(length),
    ),
  'needs IPv6 prefixes of /32, /40, /48, /56, /64 or /96',
);

const gatewayKeys = z.string().transform((text, ctx) => {
  const keys = parseGatewayKeys(text);
  if (!keys) ctx.addIssue({ code: 'custom', message: 'is not what keys:gateway prints' });
  return keys ?? z.NEVER;
});

/**
 * Every environment variable the platform reads. `.env.example` lists the same names; a contract
 * test holds the two together.
 */
export const envSchema = z
  .object({
    NODE_ENV: withDefault(z.enum(['development', 'production', 'test']), 'development'),
    PORT: withDefault(port, 3000),
    HOST: withDefault(z.string(), 'localhost'),
    APP_URL: optional(z.url()),
    APP_KEY: optional(z.string().min(32)),
    GATEWAY_KEYS: optional(gatewayKeys),
    APP_KEY_OLD: optional(z.string().min(32)),
    TRUST_PROXY: withDefault(z.string(), 'false'),
    LOG_LEVEL: withDefault(
      z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
      'info',
    ),
    LOG_PRETTY: withDefault(flag, 'false'),
    METRICS_PORT: optional(port),
    METRICS_HOST: withDefault(z.string(), '127.0.0.1'),

    DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
    DATABASE_POOL_MAX: withDefault(z.coerce.number().int().min(1).max(200), 16),
    DATABASE_POOL_WAIT_MS: withDefault(milliseconds, 10_000),
    DATABASE_STATEMENT_TIMEOUT_MS: withDefault(milliseconds, 10_000),
    DATABASE_WORKER_STATEMENT_TIMEOUT_MS: withDefault(milliseconds, 60_000),
    DATABASE_LOCK_TIMEOUT_MS: withDefault(milliseconds, 6_000),
    REDIS_URL: optional(z.url({ protocol: /^rediss?$/ })),
    DATA_DIR: withDefault(z.string(), '.data'),
    BOOKS_DIR: optional(z.string()),
    POSTGRES_PORT: withDefault(port, 15432),

    GATEWAY_HTTP_PORT: withDefault(port, 3128),
    GATEWAY_SOCKS_PORT: withDefault(port, 1080),
    GATEWAY_HTTPS_PORT: optional(port),
    GATEWAY_TLS_CERT: optional(z.string()),
    GATEWAY_TLS_KEY: optional(z.string()),
    GATEWAY_BIND: withDefault(z.string(), 'localhost'),
    GATEWAY_HOST: withDefault(z.string(), 'localhost'),
    GATEWAY_PUBLIC_HTTP_PORT: optional(port),
    GATEWAY_PUBLIC_SOCKS_PORT: optional(port),
    GATEWAY_PUBLIC_HTTPS_PORT: optional(port),
    GATEWAY_ID: optional(z.string().regex(/^[\w.-]{1,60}$/)),
    GATEWAY_REGION: withDefault(z.string().regex(/^[\w.-]{1,60}$/), 'default'),
    GATEWAY_MAX_CONNECTIONS_PER_PROXY: withDefault(z.coerce.number().int().min(1), 200),
    GATEWAY_MAX_CONNECTIONS_PER_ADDRESS: withDefault(z.coerce.number().int().min(1), 500),
    GATEWAY_NAT64_PREFIXES: optional(nat64Prefixes),
    GATEWAY_PROXY_PROTOCOL_FROM: optional(balancers),
    GATEWAY_UDP_ADDRESS: optional(z.union([z.ipv4(), z.ipv6()])),
    GATEWAY_SPOOL_DIR: optional(z.string()),
    GATEWAY_UNSAVED_MAX_BYTES: withDefault(z.coerce.number().int().min(65_536), 8_388_608),
    PROBE_URL: optional(z.url({ protocol: /^http$/ })),
    GATEWAY_PROCESSES: optional(z.coerce.number().int().min(1).max(256)),
    GATEWAY_LAME_DUCK_SECONDS: optional(z.coerce.number().int().min(0).max(300)),
    GATEWAY_DRAIN_SECONDS: withDefault(z.coerce.number().int().min(0).max(86_400), 60),

    ADMIN_EMAIL: withDefault(z.email(), 'admin@nairaproxy.local'),
    ADMIN_PASSWORD: optional(z.string().min(8).max(128)),

    KORAPAY_BASE_URL: optional(z.url()),
    KORAPAY_PUBLIC_KEY: optional(z.string().max(255)),
    KORAPAY_SECRET_KEY: optional(z.string().max(255)),
    KORAPAY_BANK_CODE: withDefault(z.string().regex(/^\d{3,6}$/), '035'),

    GOOGLE_CLIENT_ID: optional(z.string()),
    GOOGLE_CLIENT_SECRET: optional(z.string()),
    GOOGLE_ISSUER: withDefault(z.url(), 'https://accounts.google.com'),
    EMAIL_VERIFICATION: withDefault(flag, 'true'),

    SMTP_HOST: optional(z.string().max(255)),
    SMTP_PORT: withDefault(port, 587),
    SMTP_USERNAME: optional(z.string().max(255)),
    SMTP_PASSWORD: optional(z.string().max(255)),
    MAIL_FROM: optional(z.string()),
    SUPPORT_EMAIL: withDefault(z.email(), 'support@nairaproxy.local'),
    SUPPORT_CHAT_URL: optional(z.url()),
    SUPPORT_REPLY_ADDRESS: optional(z.email()),
    SUPPORT_INBOUND_SECRET: optional(z.string().min(32)),

    SANDBOX: optional(flag),
    CRASH_AT: optional(z.string().max(100)),
  })
  .superRefine((env, ctx) => {
    for (const name of [
      'DATABASE_STATEMENT_TIMEOUT_MS',
      'DATABASE_WORKER_STATEMENT_TIMEOUT_MS',
    ] as const)
      if (env.DATABASE_LOCK_TIMEOUT_MS >= env[name])
        ctx.addIssue({
          code: 'custom',
          path: ['DATABASE_LOCK_TIMEOUT_MS'],
          message: `must be less than ${name}`,
        });
    for (const name of ['GATEWAY_TLS_CERT', 'GATEWAY_TLS_KEY'] as const)
      if (env.GATEWAY_HTTPS_PORT !== undefined && env[name] === undefined)
        ctx.addIssue({
          code: 'custom',
          path: [name],
          message: 'is required with GATEWAY_HTTPS_PORT',
        });
    if (env.APP_KEY !== undefined && env.GATEWAY_KEYS !== undefined)
      ctx.addIssue({
        code: 'custom',
        path: ['GATEWAY_KEYS'],
        message: 'stands in for APP_KEY where only a gateway runs; set one of them',
      });
    if (env.NODE_ENV !== 'production') return;
    const must = (name: keyof typeof env, when = true) => {
      if (when && env[name] === undefined)
        ctx.addIssue({ code: 'custom', path: [name], message: 'is required in production' });
    };
    must('DATABASE_URL');
    must('APP_KEY', env.GATEWAY_KEYS === undefined);
    must('APP_URL');
    if (env.TRUST_PROXY === 'true')
      ctx.addIssue({
        code: 'custom',
        path: ['TRUST_PROXY'],
        message:
          'would let anybody choose the address that limits count; give the number of proxies in front, or their addresses',
      });
    if (env.SANDBOX)
      ctx.addIssue({ code: 'custom', path: ['SANDBOX'], message: 'is impossible in production' });
    if (env.CRASH_AT !== undefined)
      ctx.addIssue({ code: 'custom', path: ['CRASH_AT'], message: 'is impossible in production' });
  });

export type Env = z.infer<typeof envSchema>;
