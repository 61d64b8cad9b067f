import 'reflect-metadata';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { throwError } from 'rxjs';
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
import { DomainError } from '../../src/common/errors/domain-error';
import { ACCESS_KEY } from '../../src/common/security/access.decorators';
import { PERMISSIONS, type Permission } from '../../src/common/security/permissions';
import { UnitOfWork } from '../../src/database/unit-of-work';
import { createApp } from '../../src/app.module';
import type { UserAccount } from '../../src/users/users.types';
import { PERMISSION_RULES, RULES, SCOPES, TEAM_RULES } from './access-rules';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { listCommittedOperations, type Operation } from '../support/openapi-document';

const NEST_PATH = 'path';

const operations = listCommittedOperations().map((operation) => ({
  ...operation,
  name: `${operation.method.toUpperCase()} ${operation.path.replace('/api/v1', '')}`,
  access: operation['x-access']!,
}));
type NamedOperation = (typeof operations)[number];
const isStaffOperation = ({ access }: { access: 'public' | Role[] }): boolean =>
  access !== 'public' && !access.includes('user');
const guarded = operations.filter(({ access }) => access !== 'public');

/** What the contract says about an operation. */
const ruleOf = <T>(rules: [calls: RegExp, value: T][], { name }: NamedOperation): T =>
  rules.find(([calls]) => calls.test(name))![1];

let database: TestDatabase;
let app: NestFastifyApplication;
const users = {} as Record<Role, UserAccount>;
const members = {} as Record<TeamRole, UserAccount>;
const sessions = {} as Record<Role | TeamRole, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  Object.assign(process.env, { DATABASE_URL: database.url, LOG_LEVEL: 'silent', SANDBOX: 'true' });
  app = await createApp();
  // Behind all guards, in place of the handlers.
  app.useGlobalInterceptors({
    intercept: () =>
      throwError(() => new DomainError('conflict', 'ADMITTED', 'Every guard passed.')),
  });
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  for (const role of ROLES) users[role] = await insertUser(role);
  for (const role of TEAM_ROLES) {
    members[role] = await insertUser('user', role);
    await join(members[role], role);
  }
  for (const [role, user] of Object.entries({ ...users, ...members }))
    sessions[role as Role | TeamRole] = await openSession(user);
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

/** Somebody with a role of the shop's own. */
async function insertStaff(name: string, permissions: Permission[]): Promise<UserAccount> {
  const source = app.get(DataSource);
  const user = await insertUser('sub-admin', name.replaceAll(' ', '-'));
  const [role] = await source.query<[{ id: number }]>(
    'INSERT INTO staff_role (name, permissions) VALUES ($1, $2) RETURNING id',
    [name, permissions],
  );
  await source.query('UPDATE users SET staff_role_id = $2 WHERE id = $1', [user.id, role.id]);
  return user;
}

/** Makes an account a member of the customer's team. */
async function join(member: UserAccount, role: TeamRole): Promise<void> {
  await app
    .get(DataSource)
    .query(`INSERT INTO team_member (member_id, owner_id, role) VALUES ($1, $2, $3)`, [
      member.id,
      users.user.id,
      role,
    ]);
}

async function openSession(user: UserAccount): Promise<string> {
  const { token } = await app
    .get(UnitOfWork)
    .run(() => app.get(SessionsService).open(user, { ip: '127.0.0.1', userAgent: 'test' }));
  return token;
}

/** A key of the customer. */
async function createKey(scopes: ApiKeyScope[]): Promise<string> {
  const actor = {
    ...{ userId: users.user.id, name: 'user', email: 'user@example.com', role: 'user' as const },
    ...{ sessionId: '', ip: '127.0.0.1', userAgent: 'test', mustChangePassword: false },
    authenticatedAt: new Date(),
  };
  const { key } = await app.get(ApiKeysService, { strict: false }).create(actor, {
    ...{
      name: `only ${scopes.join()}`,
      scopes,
      allowedAddresses: [],
      expiresAt: null,
      dailyLimit: null,
    },
  });
  return key;
}

async function call({ method, path }: Operation, token?: string): Promise<string> {
  const answer = await app.inject({
    method: method.toUpperCase() as 'GET',
    url: path.replace(/\{[^}]+\}/g, '1'),
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  return `${answer.statusCode} ${answer.json<{ code?: string }>().code}`;
}

const ADMITTED = '409 ADMITTED';
type Outcome =
  | typeof ADMITTED
  | '401 UNAUTHENTICATED'
  | `403 ${'FORBIDDEN' | 'KEY_SCOPE' | 'OWNER_ONLY' | 'VIEWER_READ_ONLY'}`;

/** Calls an operation. @returns the outcome if it is not the expected one */
async function problemWith(
  operation: NamedOperation,
  caller: string,
  token: string | undefined,
  expected: Outcome,
): Promise<string[]> {
  const outcome = await call(operation, token);
  return outcome === expected
    ? []
    : [`${operation.name} by ${caller}: ${outcome}, not ${expected}`];
}

/** What a member of a team gets: the rules of the operation by the role of the member. */
function expectedOfMember(operation: NamedOperation, role: TeamRole): Outcome {
  const { method, access, 'x-team-access': rule } = operation;
  if (!access.includes('user')) return '403 FORBIDDEN';
  if (rule === 'owner') return '403 OWNER_ONLY';
  const isRead = method === 'get' && rule !== 'buyer';
  return rule === 'person' || role !== 'viewer' || isRead ? ADMITTED : '403 VIEWER_READ_ONLY';
}

describe('access control', () => {
  it('should be declared as in the contract: roles, scopes of API keys and what members of a team may', () => {
    const roles = (access: 'public' | readonly Role[]) =>
      access === 'public' ? access : [...access].sort().join(', ');
    const wrong = operations.filter((operation) => {
      const isPublic = operation.access === 'public';
      const scope = isPublic ? undefined : ruleOf(SCOPES, operation);
      const takesKey = operation.security?.some((scheme) => 'apiKey' in (scheme as object));
      return (
        roles(operation.access) !== roles(ruleOf(RULES, operation)) ||
        operation['x-api-key-scope'] !== scope ||
        (takesKey ?? false) !== (scope !== undefined) ||
        operation['x-permission'] !==
          (isStaffOperation(operation) ? ruleOf(PERMISSION_RULES, operation) : undefined) ||
        operation['x-team-access'] !== (isPublic ? undefined : ruleOf(TEAM_RULES, operation))
      );
    });
    expect(
      wrong.map(({ name, access, 'x-api-key-scope': scope, 'x-team-access': team, ...rest }) => ({
        ...{ name, access, scope, team, permission: rest['x-permission'] },
      })),
    ).toEqual([]);
  });

  it('should admit exactly the declared roles', async () => {
    const problems: string[] = [];
    for (const operation of operations) {
      const { access } = operation;
      const without = access === 'public' ? ADMITTED : '401 UNAUTHENTICATED';
      problems.push(...(await problemWith(operation, 'nobody', undefined, without)));
      for (const role of ROLES) {
        const mayCall = access === 'public' || access.includes(role);
        const expected = mayCall ? ADMITTED : '403 FORBIDDEN';
        problems.push(...(await problemWith(operation, role, sessions[role], expected)));
      }
    }
    expect(problems).toEqual([]);
  });

  it('should admit staff with the permission of the route and refuse those with all others', async () => {
    const withOnly = new Map<Permission | 'own', string>();
    const withAllBut = new Map<Permission, string>();
    for (const one of PERMISSIONS) {
      withOnly.set(one, await openSession(await insertStaff(`only ${one}`, [one])));
      const others = PERMISSIONS.filter((other) => other !== one);
      withAllBut.set(one, await openSession(await insertStaff(`all but ${one}`, others)));
    }
    withOnly.set('own', await openSession(await insertStaff('nothing', [])));
    const problems: string[] = [];
    for (const operation of guarded) {
      const permission = operation['x-permission'];
      if (!permission) continue;
      const [one, others] = [withOnly.get(permission), withAllBut.get(permission as Permission)];
      problems.push(...(await problemWith(operation, `only ${permission}`, one, ADMITTED)));
      if (permission === 'own') continue;
      const refusal = '403 FORBIDDEN';
      problems.push(...(await problemWith(operation, `all but ${permission}`, others, refusal)));
    }
    expect(problems).toEqual([]);
  });

  it('should admit API keys with the declared scope and refuse those with all others', async () => {
    const withOnly = new Map<ApiKeyScope, string>();
    const withAllBut = new Map<ApiKeyScope | undefined, string>();
    for (const scope of API_KEY_SCOPES) withOnly.set(scope, await createKey([scope]));
    for (const scope of [undefined, ...API_KEY_SCOPES])
      withAllBut.set(scope, await createKey(API_KEY_SCOPES.filter((other) => other !== scope)));
    const problems: string[] = [];
    for (const operation of guarded) {
      const { access, 'x-api-key-scope': scope } = operation;
      const refusal = access.includes('user') ? '403 KEY_SCOPE' : '403 FORBIDDEN';
      const others = withAllBut.get(scope);
      problems.push(...(await problemWith(operation, `a key without ${scope}`, others, refusal)));
      if (!scope) continue;
      const key = withOnly.get(scope);
      problems.push(...(await problemWith(operation, `a key with ${scope}`, key, ADMITTED)));
    }
    expect(problems).toEqual([]);
  });

  it('should admit members of a team by their role', async () => {
    const problems: string[] = [];
    for (const operation of guarded)
      for (const role of TEAM_ROLES) {
        const expected = expectedOfMember(operation, role);
        problems.push(...(await problemWith(operation, role, sessions[role], expected)));
      }
    expect(problems).toEqual([]);
  });

  it('should refuse forged, truncated and expired tokens', async () => {
    const operation = operations.find(({ name }) => name === 'GET /wallet')!;
    const token = await openSession(users.user);
    const [head, body] = token.split('.');
    const forged = [`${head}.${body}.${'A'.repeat(43)}`, `${head}.${body}.`, 'nonsense'];
    for (const bad of forged) expect(await call(operation, bad)).toBe('401 UNAUTHENTICATED');
    expect(await call(operation, token)).toBe(ADMITTED);
    await app.get(DataSource).query('UPDATE session SET revoked_at = now()');
    expect(await call(operation, token)).toBe('401 UNAUTHENTICATED');
  });
});

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
