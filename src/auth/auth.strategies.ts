import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy, type StrategyOptionsWithRequest } from 'passport-jwt';
import type { SessionActor } from '../common/security/actor';
import { getClientInfo } from '../common/security/access.decorators';
import { Clock } from '../common/time/clock';
import { AppConfig } from '../config/app-config';
import { refuse } from './auth.errors';
import {
  getJwtKey,
  JWT_ALGORITHM,
  JWT_AUDIENCE,
  JWT_ISSUER,
  parseAccessTokenClaims,
} from './sessions/access-token.service';
import { SessionsService } from './sessions/sessions.service';
import { StaffViewService } from './sessions/staff-view.service';
import { ApiKeysService } from './api-keys/api-keys.service';

/** Stricter than passport-jwt's own extractor, which ignores text after the token. */
const BEARER_TOKEN = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;

export const extractBearerToken = (headers: { authorization?: string }): string | null =>
  BEARER_TOKEN.exec(headers.authorization ?? '')?.[1] ?? null;

/**
 * Verifies the bearer token (HS256 only, our issuer and audience), then loads the session with its
 * user. What `validate` returns becomes `request.user`.
 */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor(
    config: AppConfig,
    private readonly clock: Clock,
    private readonly sessions: SessionsService,
    private readonly views: StaffViewService,
  ) {
    super({
      jwtFromRequest: ({ headers }) => extractBearerToken(headers),
      // jsonwebtoken accepts a KeyObject; the types of passport-jwt do not list it.
      secretOrKey: getJwtKey(config) as unknown as Buffer,
      algorithms: [JWT_ALGORITHM],
      issuer: JWT_ISSUER,
      audience: JWT_AUDIENCE,
      // passport-jwt reads the system time; `validate` checks `exp` against the application's clock.
      ignoreExpiration: true,
      passReqToCallback: true,
    } satisfies StrategyOptionsWithRequest);
  }

  /** @throws DomainError unauthenticated when the token or its session has ended. */
  async validate(request: FastifyRequest, payload: Record<string, unknown>): Promise<SessionActor> {
    const claims = parseAccessTokenClaims(payload, this.clock.now());
    if (!claims) throw refuse('UNAUTHENTICATED');
    const client = getClientInfo(request);
    const { viewedId } = claims;
    return viewedId === undefined
      ? this.sessions.authenticate(claims, client)
      : this.views.authenticate({ ...claims, viewedId }, client);
  }
}

const BEARER_KEY = /^Bearer (np_[\w-]{1,100})$/i;

type Done = (error: Error | null, user?: SessionActor | false) => void;

/** Takes the key from `Authorization: Bearer np_…` only. Passport adds the three methods for each request. */
class BearerKeyStrategy {
  declare success: (user: SessionActor) => void;
  declare fail: (status: number) => void;
  declare error: (error: Error) => void;

  constructor(
    private readonly verify: (request: FastifyRequest, key: string, done: Done) => void,
  ) {}

  authenticate(request: FastifyRequest): void {
    const key = BEARER_KEY.exec(request.headers.authorization ?? '')?.[1];
    if (!key) return this.fail(401);
    this.verify(request, key, (error, user) => {
      if (error) this.error(error);
      else if (user) this.success(user);
      else this.fail(401);
    });
  }
}

/** Authenticates programs of customers by their API key. What `validate` returns becomes `request.user`. */
@Injectable()
export class ApiKeyStrategy extends PassportStrategy(BearerKeyStrategy, 'api-key') {
  constructor(private readonly keys: ApiKeysService) {
    super();
  }

  /** @throws DomainError as `ApiKeysService.authenticate`. */
  validate(request: FastifyRequest, key: string): Promise<SessionActor> {
    return this.keys.authenticate(key, getClientInfo(request));
  }
}
