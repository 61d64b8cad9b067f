import { createSecretKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { ROLES, type Role } from '../../common/security/actor';
import { Clock, SECOND } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';

const ISSUER = 'nairaproxy';
const AUDIENCE = 'nairaproxy-api';
const TYPE = 'access';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface TokenSubject {
  readonly userId: number;
  readonly sessionId: string;
  /** Role at sign-in; the guard compares it with the present one. */
  readonly role: Role;
}

/**
 * Bearer tokens: an HS256 JWT that names a session. The signature keeps made-up tokens away from
 * the database; whether a token is still worth anything is decided there.
 */
@Injectable()
export class AccessTokenService {
  private readonly jwt: JwtService;

  constructor(
    config: AppConfig,
    private readonly clock: Clock,
  ) {
    this.jwt = new JwtService({
      // Bare bytes would be tried as a public key first, on every call, for half a millisecond.
      secret: createSecretKey(config.key('jwt')),
      signOptions: { algorithm: 'HS256' },
      verifyOptions: { algorithms: ['HS256'], issuer: ISSUER, audience: AUDIENCE },
    });
  }

  sign({ userId, sessionId, role }: TokenSubject, expiresAt: Date): string {
    return this.jwt.sign({
      typ: TYPE,
      iss: ISSUER,
      aud: AUDIENCE,
      sub: String(userId),
      sid: sessionId,
      role,
      iat: seconds(this.clock.now()),
      exp: seconds(expiresAt),
    });
  }

  /** @returns null for anything but a whole, unexpired token of ours. */
  read(token: string): TokenSubject | null {
    let claims: Record<string, unknown>;
    try {
      claims = this.jwt.verify(token, { clockTimestamp: seconds(this.clock.now()) });
    } catch {
      return null;
    }
    const { typ, sub, sid, role } = claims;
    const userId = Number(sub);
    if (typ !== TYPE || !Number.isInteger(userId)) return null;
    if (typeof sid !== 'string' || !UUID.test(sid)) return null;
    if (!ROLES.includes(role as Role)) return null;
    return { userId, sessionId: sid, role: role as Role };
  }
}

const seconds = (moment: Date): number => Math.floor(moment.getTime() / SECOND);
