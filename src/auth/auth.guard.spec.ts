import { createSecretKey, randomUUID } from 'node:crypto';
import { Controller, Get, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { JwtService, type JwtSignOptions } from '@nestjs/jwt';
import type { Actor } from '../common/security/actor';
import { Authenticated, Public } from '../common/security/access.decorators';
import { Clock, DAY, SECOND } from '../common/time/clock';
import { loadConfig } from '../config/app-config';
import { ApiKeyStrategy, JwtStrategy } from './auth.strategies';
import type { ApiKeysService } from './api-keys/api-keys.service';
import { refuse } from './auth.errors';
import { JwtAuthGuard, RolesGuard } from './auth.guard';
import { AccessTokenService, type AccessTokenClaims } from './sessions/access-token.service';
import type { SessionsService } from './sessions/sessions.service';
import type { StaffViewService } from './sessions/staff-view.service';
import type { TwoFactorCodesService } from './two-factor/two-factor-codes.service';

@Controller()
class SampleController {
  @Get('unmarked') unmarked(): void {}
  @Get('open') @Public() open(): void {}
  @Get('any') @Authenticated() any(): void {}
  @Get('admin') @Authenticated('admin') admin(): void {}
}

const config = loadConfig({ APP_KEY: 'k'.repeat(32) });
const clock = new Clock();
const tokens = new AccessTokenService(config, clock);
const activeSessions = new Set<string>();

/** Accepts the sessions that a test opened; every other session has ended. */
const sessions = {
  authenticate: ({ sessionId, ...claims }: AccessTokenClaims, client: object) =>
    activeSessions.has(sessionId)
      ? Promise.resolve({ ...claims, ...client })
      : Promise.reject(refuse('UNAUTHENTICATED')),
} as unknown as SessionsService;

/** Nobody has a key. */
const apiKeys = {
  authenticate: () => Promise.reject(refuse('UNAUTHENTICATED')),
} as unknown as ApiKeysService;

/** Met by everybody. */
const requirement = {
  assertStaffRequirementMet: () => Promise.resolve(),
} as unknown as TwoFactorCodesService;

const openSession = (role: Actor['role']): { token: string; sessionId: string } => {
  const sessionId = randomUUID();
  activeSessions.add(sessionId);
  return { sessionId, token: tokens.sign({ userId: 7, sessionId, role }, clock.in(DAY)) };
};

describe('JwtAuthGuard and RolesGuard', () => {
  const reflector = new Reflector();
  // The constructors register the strategies with Passport.
  new JwtStrategy(config, clock, sessions, {} as StaffViewService);
  new ApiKeyStrategy(apiKeys);
  const guards = [new JwtAuthGuard(reflector), new RolesGuard(reflector, requirement)];

  const request = async (route: keyof SampleController, authorization?: string) => {
    const req: Record<string, unknown> = { headers: { authorization }, ip: '10.0.0.1' };
    const context = {
      getHandler: () => SampleController.prototype[route],
      getClass: () => SampleController,
      switchToHttp: () => ({ getRequest: () => req, getResponse: () => ({}) }),
    } as unknown as ExecutionContext;
    try {
      for (const guard of guards) expect(await guard.canActivate(context)).toBe(true);
      return { user: req.user };
    } catch (error) {
      return { refused: (error as { code: string }).code };
    }
  };

  it('should deny a route without an access decorator, also to an admin', async () => {
    const { token } = openSession('admin');
    expect(await request('unmarked')).toEqual({ refused: 'FORBIDDEN' });
    expect(await request('unmarked', `Bearer ${token}`)).toEqual({ refused: 'FORBIDDEN' });
  });

  it('should allow a public route and ignore the token there', async () => {
    expect(await request('open')).toEqual({ user: undefined });
    expect(await request('open', 'Bearer x.y.z')).toEqual({ user: undefined });
    expect(await request('open', `Bearer ${openSession('user').token}`)).toEqual({
      user: undefined,
    });
  });

  it('should set request.user to the actor', async () => {
    const { token } = openSession('user');
    expect(await request('any', `Bearer ${token}`)).toEqual({
      user: { userId: 7, role: 'user', ip: '10.0.0.1', userAgent: '' },
    });
    expect(await request('any', `bearer ${token}`)).toMatchObject({ user: { userId: 7 } });
  });

  it.each<[string, (token: string) => string | undefined]>([
    ['a missing header', () => undefined],
    ['an empty header', () => ''],
    ['a token without its scheme', (token) => token],
    ['another scheme', (token) => `Basic ${token}`],
    ['a scheme without a token', () => 'Bearer'],
    ['text after the token', (token) => `Bearer ${token} extra`],
    ['a token that is no JWT', () => 'Bearer a.u.s'],
  ])('should answer UNAUTHENTICATED to %s', async (_, toHeader) => {
    const { token } = openSession('user');
    expect(await request('any', toHeader(token))).toEqual({ refused: 'UNAUTHENTICATED' });
  });

  describe('with a forged or outdated token', () => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claimsOf = (sessionId: string) => ({
      typ: 'access',
      sub: '7',
      sid: sessionId,
      role: 'user',
      exp: Math.floor(clock.in(DAY).getTime() / SECOND),
    });
    const sign = (payload: object, options: JwtSignOptions = {}, key = config.key('jwt')) =>
      new JwtService({ secret: createSecretKey(key) }).sign(payload, {
        algorithm: 'HS256',
        issuer: 'nairaproxy',
        audience: 'nairaproxy-api',
        ...options,
      });

    it('should accept the claims that the forged tokens start from', async () => {
      const { sessionId } = openSession('user');
      expect(await request('any', `Bearer ${sign(claimsOf(sessionId))}`)).toMatchObject({
        user: { userId: 7 },
      });
    });

    it.each<[string, (sessionId: string) => string]>([
      [
        'algorithm "none" and no signature',
        (sid) => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claimsOf(sid))}.`,
      ],
      [
        'algorithm "none" and a signature',
        (sid) =>
          `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claimsOf(sid))}.${sign(claimsOf(sid)).split('.')[2]}`,
      ],
      ['another algorithm', (sid) => sign(claimsOf(sid), { algorithm: 'HS512' })],
      ['another key', (sid) => sign(claimsOf(sid), {}, Buffer.alloc(32, 1))],
      [
        'a changed payload',
        (sid) => {
          const [head, , signature] = sign(claimsOf(sid)).split('.');
          return `${head}.${encode({ ...claimsOf(sid), role: 'admin' })}.${signature}`;
        },
      ],
      ['another issuer', (sid) => sign(claimsOf(sid), { issuer: 'other' })],
      ['another audience', (sid) => sign(claimsOf(sid), { audience: 'other' })],
      ['another type', (sid) => sign({ ...claimsOf(sid), typ: 'refresh' })],
      ['an unknown role', (sid) => sign({ ...claimsOf(sid), role: 'owner' })],
      ['no session id', (sid) => sign({ ...claimsOf(sid), sid: undefined })],
      [
        'no expiry',
        (sid) => {
          const { exp: _, ...claims } = claimsOf(sid);
          return sign(claims);
        },
      ],
      [
        'an expiry in the past',
        (sid) => sign({ ...claimsOf(sid), exp: Math.floor(Date.now() / SECOND) }),
      ],
      ['a session that has ended', () => sign(claimsOf(randomUUID()))],
    ])('should answer UNAUTHENTICATED to %s', async (_, forge) => {
      const { sessionId } = openSession('user');
      expect(await request('any', `Bearer ${forge(sessionId)}`)).toEqual({
        refused: 'UNAUTHENTICATED',
      });
    });
  });

  it('should answer FORBIDDEN to a role that the route does not list', async () => {
    expect(await request('admin', `Bearer ${openSession('user').token}`)).toEqual({
      refused: 'FORBIDDEN',
    });
    expect(await request('admin', `Bearer ${openSession('sub-admin').token}`)).toEqual({
      refused: 'FORBIDDEN',
    });
    expect(await request('admin', `Bearer ${openSession('admin').token}`)).toMatchObject({
      user: { role: 'admin' },
    });
  });
});

describe('RolesGuard', () => {
  const guard = new RolesGuard(new Reflector(), requirement);
  const contextOf = (route: keyof SampleController, user?: Partial<Actor>) =>
    ({
      getHandler: () => SampleController.prototype[route],
      getClass: () => SampleController,
      switchToHttp: () => ({ getRequest: () => ({ user }) }),
    }) as unknown as ExecutionContext;

  it('should deny by itself when no user was authenticated or the route is unmarked', () => {
    for (const context of [contextOf('any'), contextOf('admin'), contextOf('unmarked')])
      expect(() => guard.canActivate(context)).toThrow(
        expect.objectContaining({ code: 'FORBIDDEN' }),
      );
    expect(guard.canActivate(contextOf('open'))).toBe(true);
  });
});
