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
const MAX_ATTEMPTS = 5;

/** Whose code it is, and where it is read: with another address on the account it is void. */
type CodeOwner = Pick<UserAccount, 'id' | 'email'>;

/** Six digits that travel by mail: one live code per user and purpose, five tries, ten minutes. */
@Injectable()
export class OneTimeCodesService {
  constructor(
    private readonly config: AppConfig,
    private readonly repository: OneTimeCodesRepository,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Voids the code before and makes a new one; needs an open unit of work. */
  async issue(owner: CodeOwner, purpose: CodePurpose): Promise<string> {
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
    const now = this.clock.now();
    await this.repository.voidAll(owner.id, purpose, now);
    await this.repository.insert(
      owner.id,
      purpose,
      this.hash(owner, purpose, code),
      now,
      this.clock.in(LIFETIME),
    );
    return code;
  }

  /** Whether the code is the live one. A wrong try counts, and the fifth voids the code. */
  verify(owner: CodeOwner, purpose: CodePurpose, code: string): Promise<boolean> {
    this.uow.assertNoTransaction();
    return this.uow.run(async () => {
      const live = await this.lockMatching(owner, purpose, code);
      if (live && !live.matches) await this.repository.countAttempt(live.id);
      return live?.matches ?? false;
    });
  }

  /** Uses the live code up; needs an open unit of work. @returns whether it was the live one. */
  async redeem(owner: CodeOwner, purpose: CodePurpose, code: string): Promise<boolean> {
    const live = await this.lockMatching(owner, purpose, code);
    if (!live?.matches) return false;
    await this.repository.markUsed(live.id, this.clock.now());
    return true;
  }

  /** Needs an open unit of work. */
  voidAll(userId: number, purpose: CodePurpose): Promise<void> {
    return this.repository.voidAll(userId, purpose, this.clock.now());
  }

  async deleteExpired(): Promise<void> {
    await this.repository.deleteExpiredBefore(this.clock.in(-DAY));
  }

  private async lockMatching(owner: CodeOwner, purpose: CodePurpose, code: string) {
    const live = await this.repository.lockLive(owner.id, purpose, this.clock.now());
    if (!live || live.attempts >= MAX_ATTEMPTS) return null;
    const [given, stored] = [this.hash(owner, purpose, code), live.secretHash].map((text) =>
      Buffer.from(text),
    ) as [Buffer, Buffer];
    return {
      id: live.id,
      matches: given.length === stored.length && timingSafeEqual(given, stored),
    };
  }

  /** Keyed, since a million codes would be tried out against a plain hash in a second. */
  private hash({ id, email }: CodeOwner, purpose: CodePurpose, code: string): string {
    return createHmac('sha256', this.config.key('code-hash'))
      .update(JSON.stringify([purpose, id, email, code]))
      .digest('base64url');
  }
}
