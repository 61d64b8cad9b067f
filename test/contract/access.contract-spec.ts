import 'reflect-metadata';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import { ApiKeysService } from '../../src/auth/api-keys/api-keys.service';
import { SessionsService } from '../../src/auth/sessions/sessions.service';
import {
  API_KEY_SCOPES,
  type ApiKeyScope,
  ROLES,
  type Role,
  TEAM_ROLES,
  type TeamRole,
} from '../../src/common/security/actor';
import { Money } from '../../src/common/money/money';
import { ACCESS_KEY } from '../../src/common/security/authenticated.decorator';
import type { TeamAccess } from '../../src/common/security/team-access.decorator';
import { UnitOfWork } from '../../src/database/unit-of-work';
import { createApp } from '../../src/create-app';
import type { UserAccount } from '../../src/users/users.types';
import { WalletService } from '../../src/wallet/wallet.service';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { listCommittedOperations, type Operation } from '../support/openapi-document';

const NEST_PATH = 'path';
const NOBODYS_ID = '999999999';

/** Roles per operation according to the HTTP contract, compared with the decorators. */
const RULES: [calls: RegExp, access: 'public' | Role[]][] = [
  [/ \/auth\/(logout|reauthenticate)$/, [...ROLES]],
  [/ \/(auth|health|lists|pool)\//, 'public'],
  [
    / \/(exchange-rate|pricing-info|countries|data-center-info|data-center-pricing|catalog|pricing)$/,
    'public',
  ],
  [/ \/payments\/webhook\/korapay$/, 'public'],
  [/ \/contact$/, 'public'],
  [
    / \/user\/(api-keys|billing-details|coupons|email-change|export|invoices|naira-account|notifications|referrals|second-factor|team|webhooks)/,
    ['user'],
  ],
  [/ \/user\/(usage\/targets$|proxies\/\{id\}\/(sub-users|replace-address))/, ['user']],
  [/^DELETE \/user$/, ['user']],
  // Staff have no wallet to spend from.
  [
    / \/(payments\/(initialize-topup|verify|\{reference\}\/(checkout|cancel))|proxies\/buy(-datacenter)?|user\/proxies\/\{id\}\/(renewal(\/quote)?|traffic|auto-renew))$/,
    ['user'],
  ],
  [/ \/admin\/second-factor\/(staff|requirement)/, ['admin']],
  // Their own account, also for sub-admins.
  [/ \/admin\/second-factor/, ['sub-admin', 'admin']],
  [/^(POST|PUT|DELETE) \/admin\//, ['admin']],
  [/ \/admin\/users\/[^/]+\/(purchases|payments|wallet)$/, ['admin']],
  [/ \/admin\/payments\/reconciliations$/, ['sub-admin', 'admin']],
  [/ \/admin\/orders\/\{id\}\/delivery$/, ['sub-admin', 'admin']],
  [/ \/admin\/(transactions\/[^/]+\/receipt|prices\/export)$/, ['admin']],
  [
    / \/admin\/(analytics|coupons|profit|clearing|system|payments|orders|wallet-corrections|audit\/verify|supply\/(provider|network-usage|networks\/[^/]+\/(provider-usage|places\/export)))/,
    ['admin'],
  ],
  [/ \/admin\//, ['sub-admin', 'admin']],
  [/ /, [...ROLES]],
];

/** Scope per operation that takes an API key; the rest takes none. */
const SCOPES: [calls: RegExp, scope: ApiKeyScope | undefined][] = [
  [/ \/(admin|auth)\//, undefined],
  [/^GET \/user\/(export|second-factor|team)$/, undefined],
  [/^GET /, 'read'],
  [/^POST \/(pricing\/quote|user\/proxies\/\{id\}\/renewal\/quote)$/, 'read'],
  [/^PUT \/proxies\/update-(datacenter|residential-mobile)$/, 'proxies'],
  [/^PUT \/user\/(allowed-addresses|proxies\/\{id\}\/labels)$/, 'proxies'],
  [
    / \/user\/proxies\/\{id\}\/(connections(\/settings|\/\{connection_id\})?|list-token|reissue-credentials|replace-address|resume|rotate|suspend|test|sub-users(\/\{subUserId\}(\/password)?)?)$/,
    'proxies',
  ],
  [/^POST \/proxies\/buy(-datacenter)?$/, 'buy'],
  [/ \/user\/proxies\/\{id\}\/(renewal|traffic|auto-renew)$/, 'buy'],
  [
    /^POST \/(payments\/(initialize-topup|\{reference\}\/cancel)|user\/(coupons\/quote|invoices|naira-account\/check))$/,
    'wallet',
  ],
  [/ /, undefined],
];

/** What each operation of customers is to a member of a team; the rest acts on the owner's account. */
const TEAM_RULES: [calls: RegExp, access: TeamAccess | undefined][] = [
  [/ \/admin\//, undefined],
  [/ \/auth\/(logout|reauthenticate)$/, 'person'],
  [/ \/profile(\/|$)/, 'person'],
  [/ \/user(\/(info|email-change(\/confirm)?|export|notifications(\/read)?))?$/, 'person'],
  [/ \/user\/second-factor(\/|$)/, 'person'],
  [/ \/user\/team\/(accept|leave)$/, 'person'],
  [/ \/user\/(api-keys|coupons|naira-account|referrals|team|webhooks)(\/|$)/, 'owner'],
  [/ \/payments\/(initialize-topup|verify|\{reference\}\/(checkout|cancel))$/, 'owner'],
  [/^(PUT|DELETE) \/user\/(allowed-addresses|usage\/targets)$/, 'owner'],
  [/^(POST \/user\/invoices|PUT \/user\/billing-details)$/, 'owner'],
  [/^GET \/user\/proxies\/\{id\}\/(endpoints|sub-users)$/, 'buyer'],
  [/ /, undefined],
];

const nameOf = ({ method, path }: Operation) =>
  `${method.toUpperCase()} ${path.replace('/api/v1', '')}`;
const operations = listCommittedOperations().map((operation): [string, Operation] => [
  nameOf(operation),
  operation,
]);

let database: TestDatabase;
let app: NestFastifyApplication;
const users = {} as Record<Role, UserAccount>;
const keys = {} as Record<ApiKeyScope, string>;
const members = {} as Record<TeamRole, UserAccount>;

beforeAll(async () => {
  database = await createTestDatabase();
  Object.assign(process.env, { DATABASE_URL: database.url, LOG_LEVEL: 'silent', SANDBOX: 'true' });
  app = await createApp();
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  for (const role of ROLES) users[role] = await insertUser(role);
  for (const role of TEAM_ROLES) members[role] = await insertMember(role);
  await fundCustomer();
  for (const scope of API_KEY_SCOPES) keys[scope] = await createKey(scope);
});

afterAll(async () => {
  await app.close();
  await database.dispose();
});

async function insertUser(role: Role, name: string = role): Promise<UserAccount> {
  const [row] = await app.get(DataSource).query<UserAccount[]>(
    `INSERT INTO users (name, email, role, status, email_verified_at)
     VALUES ($3, $2, $1, 'active', now()) RETURNING id, name, email, role, status`,
    [role, `${name}@example.com`, name],
  );
  return row!;
}

/** A member of the customer's team. */
async function insertMember(role: TeamRole): Promise<UserAccount> {
  const member = await insertUser('user', role);
  await app
    .get(DataSource)
    .query(`INSERT INTO team_member (member_id, owner_id, role) VALUES ($1, $2, $3)`, [
      member.id,
      users.user.id,
      role,
    ]);
  return member;
}

/** An account with money is not deleted, so that the customer is there for the operations after that. */
async function fundCustomer(): Promise<void> {
  const line = {
    ...{ userId: users.user.id, reference: 'LINE-1', type: 'credit' as const },
    ...{ purpose: 'topup' as const, amount: Money.naira(5000), paymentMethod: 'card' },
    description: 'Wallet top-up',
  };
  const posting = { idempotencyKey: 'test:1', kind: 'topup', against: 'korapay_clearing' } as const;
  await app
    .get(UnitOfWork)
    .run(() => app.get(WalletService, { strict: false }).credit(line, posting));
}

/** A new session for each call, because one operation ends its session. */
async function tokenOf(user: UserAccount): Promise<string> {
  const { token } = await app
    .get(UnitOfWork)
    .run(() => app.get(SessionsService).open(user, { ip: '127.0.0.1', userAgent: 'test' }));
  return token;
}

/** A key of the customer with one scope. */
async function createKey(scope: ApiKeyScope): Promise<string> {
  const actor = {
    ...{ userId: users.user.id, name: 'user', email: 'user@example.com', role: 'user' as const },
    ...{ sessionId: '', ip: '127.0.0.1', userAgent: 'test', mustChangePassword: false },
    authenticatedAt: new Date(),
  };
  const { key } = await app.get(ApiKeysService, { strict: false }).create(actor, {
    ...{ name: scope, scopes: [scope], allowedAddresses: [], expiresAt: null, dailyLimit: null },
  });
  return key;
}

async function call({ method, path }: Operation, token?: string) {
  const answer = await app.inject({
    method: method.toUpperCase() as 'GET',
    url: path.replace(/\{[^}]+\}/g, NOBODYS_ID),
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(method === 'get' ? {} : { 'content-type': 'application/json' }),
    },
    payload: method === 'get' ? undefined : '{}',
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  return {
    status: answer.statusCode,
    code: isJson ? (answer.json<{ code?: string }>().code ?? '') : '',
  };
}

/** Error codes of the guards; a route may answer 401 or 403 with other codes. */
const isRefusal = ({ code }: { code: string }) =>
  code === 'UNAUTHENTICATED' || code === 'FORBIDDEN';

describe('access control', () => {
  // spec: A6.15, C6.5
  it.each(operations)('%s should declare the roles of the contract', (name, operation) => {
    const [, expected] = RULES.find(([calls]) => calls.test(name))!;
    const access = operation['x-access'];
    expect(Array.isArray(access) ? [...access].sort() : access).toEqual(
      Array.isArray(expected) ? [...expected].sort() : expected,
    );
  });

  // spec: A1.1, A6.1, A6.14, A8.35, C3.5, C6.5
  it.each(operations)('%s should admit exactly the declared roles', async (_name, operation) => {
    const access = operation['x-access']!;
    const without = await call(operation);
    if (access === 'public') expect(isRefusal(without)).toBe(false);
    else expect(without).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
    for (const role of ROLES) {
      const answer = await call(operation, await tokenOf(users[role]));
      if (access === 'public' || access.includes(role)) {
        expect({ role, ...answer, refused: isRefusal(answer) }).toMatchObject({ refused: false });
        expect({ role, ...answer, throttled: answer.status === 429 }).toMatchObject({
          throttled: false,
        });
      } else expect({ role, ...answer }).toEqual({ role, status: 403, code: 'FORBIDDEN' });
    }
  });

  it.each(operations)('%s should declare the API key scope of the contract', (name, operation) => {
    const [, expected] = SCOPES.find(([calls]) => calls.test(name))!;
    const isPublic = operation['x-access'] === 'public';
    expect(operation['x-api-key-scope']).toBe(isPublic ? undefined : expected);
    expect(operation.security?.some((scheme) => 'apiKey' in (scheme as object)) ?? false).toBe(
      operation['x-api-key-scope'] !== undefined,
    );
  });

  it.each(operations.filter(([, { 'x-access': access }]) => access !== 'public'))(
    '%s should admit exactly API keys with its scope',
    async (_name, operation) => {
      for (const scope of API_KEY_SCOPES) {
        const answer = await call(operation, keys[scope]);
        const isAdmitted = operation['x-api-key-scope'] === scope;
        const isRefused = isRefusal(answer) || answer.code === 'KEY_SCOPE';
        expect({ scope, ...answer, isRefused }).toMatchObject({ isRefused: !isAdmitted });
        if (isRefused) expect(answer.status).toBe(403);
        expect(answer.status).not.toBe(429);
      }
    },
  );

  it.each(operations)('%s should declare what it is to members of a team', (name, operation) => {
    const [, expected] = TEAM_RULES.find(([calls]) => calls.test(name))!;
    const isPublic = operation['x-access'] === 'public';
    expect(operation['x-team-access']).toBe(isPublic ? undefined : expected);
  });

  it.each(
    operations.filter(
      // Deletion closes the account of the member, which the other operations need.
      ([name, { 'x-access': access }]) => access !== 'public' && name !== 'DELETE /user',
    ),
  )('%s should admit members of a team by their role', async (_name, operation) => {
    const { method, 'x-access': access, 'x-team-access': rule } = operation;
    for (const role of TEAM_ROLES) {
      const answer = await call(operation, await tokenOf(members[role]));
      const isViewersWrite = role === 'viewer' && (method !== 'get' || rule === 'buyer');
      if (!access!.includes('user')) expect(answer).toEqual({ status: 403, code: 'FORBIDDEN' });
      else if (rule === 'owner') expect(answer).toEqual({ status: 403, code: 'OWNER_ONLY' });
      else if (rule !== 'person' && isViewersWrite)
        expect(answer).toEqual({ status: 403, code: 'VIEWER_READ_ONLY' });
      else {
        const refused =
          isRefusal(answer) || ['OWNER_ONLY', 'VIEWER_READ_ONLY'].includes(answer.code);
        expect({ role, ...answer, refused }).toMatchObject({ refused: false });
      }
    }
    await app.get(DataSource).query(
      `INSERT INTO team_member (member_id, owner_id, role) VALUES ($1, $3, 'buyer'), ($2, $3, 'viewer')
       ON CONFLICT DO NOTHING`,
      [members.buyer.id, members.viewer.id, users.user.id],
    );
  });

  // spec: A8.35
  it('should refuse forged, truncated and expired tokens', async () => {
    const [, operation] = operations.find(([name]) => name === 'GET /wallet')!;
    const token = await tokenOf(users.user);
    const [head, body] = token.split('.');
    const forged = [`${head}.${body}.${'A'.repeat(43)}`, `${head}.${body}.`, 'nonsense'];
    for (const bad of forged)
      expect(await call(operation, bad)).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
    expect(await call(operation, token)).toMatchObject({ status: 200 });
    await app.get(DataSource).query('UPDATE session SET revoked_at = now()');
    expect(await call(operation, token)).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
  });
});

// spec: A6.15, C6.5
it('should declare the access of every route of the running API', () => {
  const scanner = new MetadataScanner();
  const routes: string[] = [];
  const undecided: string[] = [];
  for (const { controllers } of app.get(ModulesContainer).values())
    for (const { metatype } of controllers.values()) {
      const prototype = (metatype as { prototype: Record<string, object> }).prototype;
      for (const method of scanner.getAllMethodNames(prototype)) {
        const handler = prototype[method]!;
        if (Reflect.getMetadata(NEST_PATH, handler) === undefined) continue;
        const name = `${metatype!.name}.${method}`;
        routes.push(name);
        const access: unknown =
          Reflect.getMetadata(ACCESS_KEY, handler) ?? Reflect.getMetadata(ACCESS_KEY, metatype!);
        if (!access) undecided.push(name);
      }
    }
  expect(undecided).toEqual([]);
  // The sandbox and the second address of health are routes too.
  expect(routes.length).toBeGreaterThanOrEqual(operations.length);
});
