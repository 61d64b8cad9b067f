import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, MoreThan, Not } from 'typeorm';
import { Clock, DAY, MINUTE } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import type { UserAccount } from '../../users/users.types';
import { OneTimeCode, type CodePurpose } from './one-time-code.entity';

const DIGITS = 6;
const LIFETIME = 10 * MINUTE;
const HANDOFF_LIFETIME = MINUTE;

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
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Makes a new code and voids all but the one before; needs an open unit of work. */
  async issue(owner: CodeOwner, purpose: CodePurpose): Promise<string> {
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
    const [latest] = await this.findLive(owner.id, purpose);
    await this.uow
      .requireTransaction()
      .update(
        OneTimeCode,
        { userId: owner.id, purpose, usedAt: IsNull(), ...(latest && { id: Not(latest.id) }) },
        { usedAt: this.clock.now() },
      );
    await this.insert(owner.id, purpose, this.hash(owner, purpose, code), LIFETIME);
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
  async voidAll(userId: number, purpose: CodePurpose): Promise<void> {
    await this.uow
      .requireTransaction()
      .update(OneTimeCode, { userId, purpose, usedAt: IsNull() }, { usedAt: this.clock.now() });
  }

  /**
   * A code for the URL of the callback page of a sign-in with Google, in place of a bearer token; needs an open unit of work.
   * It is valid once, for a minute, and only in the browser that started the login.
   */
  async issueHandoff(userId: number, browserSecret: string): Promise<string> {
    const code = randomBytes(32).toString('base64url');
    await this.insert(
      userId,
      'google_handoff',
      this.mac('google_handoff', code, browserSecret),
      HANDOFF_LIFETIME,
    );
    return code;
  }

  /** Uses such a code up; needs an open unit of work. @returns its user, or null when it is no good. */
  async redeemHandoff(code: string, browserSecret: string): Promise<number | null> {
    const now = this.clock.now();
    const { raw } = await this.uow.requireTransaction().update(
      OneTimeCode,
      {
        purpose: 'google_handoff',
        secretHash: this.mac('google_handoff', code, browserSecret),
        usedAt: IsNull(),
        expiresAt: MoreThan(now),
      },
      { usedAt: now },
      { returning: ['userId'] },
    );
    const [taken] = raw as { user_id: number }[];
    return taken?.user_id ?? null;
  }

  async deleteExpired(): Promise<void> {
    await this.uow.manager.delete(OneTimeCode, { expiresAt: LessThan(this.clock.in(-DAY)) });
  }

  private async matchesLive(
    owner: CodeOwner,
    purpose: CodePurpose,
    code: string,
  ): Promise<boolean> {
    const given = Buffer.from(this.hash(owner, purpose, code));
    const live = await this.findLive(owner.id, purpose);
    return live.some(({ secretHash }) => {
      const stored = Buffer.from(secretHash);
      return given.length === stored.length && timingSafeEqual(given, stored);
    });
  }

  private async insert(
    userId: number,
    purpose: CodePurpose,
    secretHash: string,
    lifetime: number,
  ): Promise<void> {
    await this.uow.requireTransaction().insert(OneTimeCode, {
      ...{ userId, purpose, secretHash },
      createdAt: this.clock.now(),
      expiresAt: this.clock.in(lifetime),
    });
  }

  /** The user's valid codes, latest first, locked until the unit of work ends. */
  private findLive(userId: number, purpose: CodePurpose): Promise<OneTimeCode[]> {
    return this.uow.requireTransaction().find(OneTimeCode, {
      where: { userId, purpose, usedAt: IsNull(), expiresAt: MoreThan(this.clock.now()) },
      order: { id: 'DESC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  private hash({ id, email }: CodeOwner, purpose: CodePurpose, code: string): string {
    return this.mac(purpose, id, email, code);
  }

  /** Keyed, since a million codes would be tried out against a plain hash in a second. */
  private mac(...parts: (string | number)[]): string {
    return createHmac('sha256', this.config.key('code-hash'))
      .update(JSON.stringify(parts))
      .digest('base64url');
  }
}
