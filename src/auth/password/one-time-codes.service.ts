import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, DAY, MINUTE } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import type { UserAccount } from '../../users/users.types';
import type { CodePurpose } from './one-time-code.entity';
import { OneTimeCodesRepository } from './one-time-codes.repository';

const DIGITS = 6;
const LIFETIME = 10 * MINUTE;

/** Whose code it is, and where it is read: with another address on the account it is void. */
type CodeOwner = Pick<UserAccount, 'id' | 'email'>;

/**
 * Six digits that travel by mail, valid for ten minutes. The last two of a user are valid, so that
 * a code asked for by somebody else does not void the owner's. Callers limit the attempts.
 */
@Injectable()
export class OneTimeCodesService {
  constructor(
    private readonly config: AppConfig,
    private readonly repository: OneTimeCodesRepository,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Makes a new code and voids all but the one before; needs an open unit of work. */
  async issue(owner: CodeOwner, purpose: CodePurpose): Promise<string> {
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
    const now = this.clock.now();
    await this.repository.voidAllButLatest(owner.id, purpose, now);
    await this.repository.insert(
      owner.id,
      purpose,
      this.hash(owner, purpose, code),
      now,
      this.clock.in(LIFETIME),
    );
    return code;
  }

  /** Whether the code is valid. */
  verify(owner: CodeOwner, purpose: CodePurpose, code: string): Promise<boolean> {
    return this.uow.run(() => this.matchesLive(owner, purpose, code));
  }

  /** Uses a valid code up and voids the other; needs an open unit of work. @returns whether it was valid. */
  async redeem(owner: CodeOwner, purpose: CodePurpose, code: string): Promise<boolean> {
    if (!(await this.matchesLive(owner, purpose, code))) return false;
    await this.voidAll(owner.id, purpose);
    return true;
  }

  /** Needs an open unit of work. */
  voidAll(userId: number, purpose: CodePurpose): Promise<void> {
    return this.repository.voidAll(userId, purpose, this.clock.now());
  }

  async deleteExpired(): Promise<void> {
    await this.repository.deleteExpiredBefore(this.clock.in(-DAY));
  }

  private async matchesLive(
    owner: CodeOwner,
    purpose: CodePurpose,
    code: string,
  ): Promise<boolean> {
    const given = Buffer.from(this.hash(owner, purpose, code));
    const live = await this.repository.findLive(owner.id, purpose, this.clock.now());
    return live.some(({ secretHash }) => {
      const stored = Buffer.from(secretHash);
      return given.length === stored.length && timingSafeEqual(given, stored);
    });
  }

  /** Keyed, since a million codes would be tried out against a plain hash in a second. */
  private hash({ id, email }: CodeOwner, purpose: CodePurpose, code: string): string {
    return createHmac('sha256', this.config.key('code-hash'))
      .update(JSON.stringify([purpose, id, email, code]))
      .digest('base64url');
  }
}
