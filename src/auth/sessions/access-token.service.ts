import { createSecretKey, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { ROLES, type Role } from '../../common/security/actor';
import { Clock, SECOND } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';

export const JWT_ALGORITHM = 'HS256';
export const JWT_ISSUER = 'nairaproxy';
export const JWT_AUDIENCE = 'nairaproxy-api';

const TYPE = 'access';
/** Of a token with which staff look at an account. */
const VIEW_TYPE = 'view';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface AccessTokenClaims {
  readonly userId: number;
  readonly sessionId: string;
  /** Role at login; a session ends when the user's role has changed since. */
  readonly role: Role;
  /** The customer at whose account the user looks, one of the staff. */
  readonly viewedId?: number;
}

/**
 * The signing key. A KeyObject, because jsonwebtoken tries to parse raw bytes as a public key first,
 * which costs half a millisecond per call.
 */
export const getJwtKey = (config: AppConfig): KeyObject => createSecretKey(config.key('jwt'));

/**
 * Signs bearer tokens: an HS256 JWT that names a session. JwtStrategy verifies the signature before
 * it queries the session, so a forged token never reaches the database.
 */
@Injectable()
export class AccessTokenService {
  private readonly jwt: JwtService;

  constructor(
    config: AppConfig,
    private readonly clock: Clock,
  ) {
    this.jwt = new JwtService({
      secret: getJwtKey(config),
      signOptions: { algorithm: JWT_ALGORITHM, issuer: JWT_ISSUER, audience: JWT_AUDIENCE },
    });
  }

  sign({ userId, sessionId, role, viewedId }: AccessTokenClaims, expiresAt: Date): string {
    return this.jwt.sign({
      ...(viewedId === undefined ? { typ: TYPE } : { typ: VIEW_TYPE, viewed: viewedId }),
      sub: String(userId),
      sid: sessionId,
      role,
      iat: toSeconds(this.clock.now()),
      exp: toSeconds(expiresAt),
    });
  }
}

/**
 * Reads the payload of a token whose signature, issuer and audience are verified.
 * @returns null for an expired token, another token type or malformed claims.
 */
export function parseAccessTokenClaims(
  { typ, sub, sid, role, exp, viewed }: Record<string, unknown>,
  now: Date,
): AccessTokenClaims | null {
  if ((typ !== TYPE && typ !== VIEW_TYPE) || typeof exp !== 'number' || exp <= toSeconds(now))
    return null;
  const userId = Number(sub);
  if (!Number.isInteger(userId)) return null;
  if (typeof sid !== 'string' || !UUID.test(sid)) return null;
  if (!ROLES.includes(role as Role)) return null;
  const claims = { userId, sessionId: sid, role: role as Role };
  if (typ === TYPE) return claims;
  return Number.isInteger(viewed) ? { ...claims, viewedId: viewed as number } : null;
}

const toSeconds = (moment: Date): number => Math.floor(moment.getTime() / SECOND);
