import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import type { SessionActor } from '../../common/security/actor';
import { getClientInfo } from '../../common/security/access.decorators';
import { ApiKeysService } from './api-keys.service';

const BEARER = /^Bearer (np_[\w-]{1,100})$/i;

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
    const key = BEARER.exec(request.headers.authorization ?? '')?.[1];
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
