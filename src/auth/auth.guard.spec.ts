import { Controller, Get, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Actor } from '../common/security/actor';
import { Authenticated, Public } from '../common/security/authenticated.decorator';
import { AuthGuard } from './auth.guard';
import { unauthenticated } from './auth.errors';
import type { SessionsService } from './sessions/sessions.service';

@Controller()
class Sample {
  @Get('forgotten') forgotten(): void {}
  @Get('open') @Public() open(): void {}
  @Get('any') @Authenticated() any(): void {}
  @Get('admin') @Authenticated('admin') admin(): void {}
}

const ROLE_OF_TOKEN: Record<string, Actor['role']> = { 'a.u.s': 'user', 'a.d.s': 'admin' };

/** Knows two tokens; everything else is dead. */
const sessions = {
  authenticate: (token: string | undefined, origin: { ip: string; userAgent: string }) => {
    const role = ROLE_OF_TOKEN[token ?? ''];
    if (!role) return Promise.reject(unauthenticated());
    return Promise.resolve({ userId: 7, role, ...origin });
  },
} as unknown as SessionsService;

describe('AuthGuard', () => {
  const guard = new AuthGuard(new Reflector(), sessions);
  const ask = async (route: keyof Sample, authorization?: string) => {
    const request = { headers: { authorization }, ip: '10.0.0.1' } as Record<string, unknown>;
    const context = {
      getHandler: () => Sample.prototype[route],
      getClass: () => Sample,
      switchToHttp: () => ({ getRequest: () => request }),
    } as unknown as ExecutionContext;
    try {
      return { passed: await guard.canActivate(context), actor: request.actor };
    } catch (error) {
      return { refused: (error as { code: string }).code };
    }
  };

  it('closes a route that says nothing, also to an admin', async () => {
    expect(await ask('forgotten')).toEqual({ refused: 'FORBIDDEN' });
    expect(await ask('forgotten', 'Bearer a.d.s')).toEqual({ refused: 'FORBIDDEN' });
  });

  it('lets anybody onto a public route and looks at no token there', async () => {
    expect(await ask('open')).toEqual({ passed: true, actor: undefined });
    expect(await ask('open', 'Bearer x.y.z')).toEqual({ passed: true, actor: undefined });
  });

  it('hands over who is signed in', async () => {
    expect(await ask('any', 'Bearer a.u.s')).toEqual({
      passed: true,
      actor: { userId: 7, role: 'user', ip: '10.0.0.1', userAgent: '' },
    });
    expect(await ask('any', 'bearer a.u.s')).toMatchObject({ passed: true });
  });

  it.each([undefined, '', 'a.u.s', 'Basic a.u.s', 'Bearer', 'Bearer a.u.s extra', 'Bearer a.x.s'])(
    'asks %p to sign in',
    async (authorization) => {
      expect(await ask('any', authorization)).toEqual({ refused: 'UNAUTHENTICATED' });
    },
  );

  it('keeps roles apart', async () => {
    expect(await ask('admin', 'Bearer a.u.s')).toEqual({ refused: 'FORBIDDEN' });
    expect(await ask('admin', 'Bearer a.d.s')).toMatchObject({ passed: true });
  });
});
