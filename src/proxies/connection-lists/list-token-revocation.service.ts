import { Injectable } from '@nestjs/common';
import { ListTokenRepository } from './list-token.repository';

/**
 * Ends list tokens together with the access with which they were created: the password of a proxy is in the list, also a
 * reissued one. Every method needs an open unit of work.
 */
@Injectable()
export class ListTokenRevocationService {
  constructor(private readonly repository: ListTokenRepository) {}

  /** Those of the account's proxies, and those that the person created for the owner of a team. */
  removeAll(userId: number): Promise<void> {
    return this.repository.removeAll(userId);
  }

  apiKeyRemoved(apiKeyId: number): Promise<void> {
    return this.repository.removeOfApiKey(apiKeyId);
  }

  /** Also those that were created with a session: whoever knew the password could have created them. */
  allApiKeysRemoved(userId: number): Promise<void> {
    return this.repository.removeAll(userId);
  }

  buyerAccessEnded(ownerId: number, memberId: number): Promise<void> {
    return this.repository.removeOfMember(ownerId, memberId);
  }
}
