import { Injectable, Logger } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { UnitOfWork } from '../../database/unit-of-work';
import { IdempotencyRecord } from './idempotency-record.entity';
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { decrypt, encrypt } from '../../common/crypto/secrets';
import { DomainError, idempotencyKeyReused } from '../../common/errors/domain-error';
import { AppConfig } from '../../config/app-config';
import { answerContext } from './idempotency.encrypted-columns';

export interface StoredResponse {
  readonly fingerprint: string;
  /** Null while the first call runs. */
  readonly status: number | null;
  readonly encryptedBody: string | null;
  readonly lockExpired: boolean;
}

/** `locked_until` as text: proves that the record is still that of the call which claimed it. */
export type Lease = string;

/** Claims and leases are SQL: they compare the stored row with the clock of the database. */
@Injectable()
export class IdempotencyRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** @returns the lease of the one caller that may run, else null. */
  async claim(
    userId: number,
    key: string,
    fingerprint: string,
    seconds: number,
  ): Promise<Lease | null> {
    const [row] = await this.uow.manager.query<{ lease: Lease }[]>(
      `INSERT INTO idempotency_record (user_id, key, fingerprint, locked_until)
       VALUES ($1, $2, $3, now() + make_interval(secs => $4))
       ON CONFLICT (user_id, key) DO UPDATE SET locked_until = excluded.locked_until
         WHERE idempotency_record.status IS NULL AND idempotency_record.locked_until < now()
           AND idempotency_record.fingerprint = excluded.fingerprint
       RETURNING locked_until::text AS lease`,
      [userId, key, fingerprint, seconds],
    );
    return row?.lease ?? null;
  }

  /** @returns the new lease, or null when another call has taken the key over. */
  async renew(userId: number, key: string, lease: Lease, seconds: number): Promise<Lease | null> {
    const [rows] = await this.uow.manager.query<[{ lease: Lease }[], number]>(
      `UPDATE idempotency_record SET locked_until = now() + make_interval(secs => $4)
       WHERE user_id = $1 AND key = $2 AND locked_until = $3::timestamptz AND status IS NULL
       RETURNING locked_until::text AS lease`,
      [userId, key, lease, seconds],
    );
    return rows[0]?.lease ?? null;
  }

  async find(userId: number, key: string): Promise<StoredResponse | null> {
    const row = await this.uow.manager
      .createQueryBuilder(IdempotencyRecord, 'record')
      .select('record.fingerprint', 'fingerprint')
      .addSelect('record.status', 'status')
      .addSelect('record.body', 'encryptedBody')
      .addSelect('record.lockedUntil < now()', 'lockExpired')
      .where({ userId, key })
      .getRawOne<StoredResponse>();
    return row ?? null;
  }

  async store(userId: number, key: string, status: number, encryptedBody: string): Promise<void> {
    await this.uow.manager.update(
      IdempotencyRecord,
      { userId, key, status: IsNull() },
      { status, body: encryptedBody },
    );
  }

  /** A refused call leaves no trace: the next one with the key runs. Leaves the record of a call that took over. */
  async release(userId: number, key: string, lease: Lease): Promise<void> {
    await this.uow.manager.query(
      `DELETE FROM idempotency_record
       WHERE user_id = $1 AND key = $2 AND locked_until = $3::timestamptz AND status IS NULL`,
      [userId, key, lease],
    );
  }

  async deleteOlderThan(days: number): Promise<number> {
    const { affected } = await this.uow.manager
      .createQueryBuilder()
      .delete()
      .from(IdempotencyRecord)
      .where('created_at < now() - make_interval(days => :days)', { days })
      .execute();
    return affected ?? 0;
  }
}

/** A call renews its lease while it runs, so a key whose process died is free again after this time. */
const LEASE_SECONDS = 5;
const RENEW_MS = 1_500;
const WAIT_MS = 25_000;
const POLL_MS = 60;
const KEEP_DAYS = 7;

export interface IdempotentResponse {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Runs a call at most once per user and key. Successful responses are stored and replayed; after
 * an error the key is released, since the call had no effect. After a crash, or when the database did not
 * answer, the key may run again, so the call itself needs a unique constraint on the same key.
 */
@Injectable()
export class IdempotencyService {
  private readonly logger = new Logger(IdempotencyService.name);
  private readonly encryptionKey: Buffer;

  constructor(
    private readonly repository: IdempotencyRepository,
    config: AppConfig,
  ) {
    this.encryptionKey = config.key('secrets');
  }

  /**
   * @param request fingerprint of the request; another one under the same key is refused.
   * @param hasResult whether `call` would answer from what the key has already done. Then it runs without
   * waiting for the first call, which may be dead.
   */
  async run(
    userId: number,
    key: string,
    request: unknown,
    call: () => Promise<IdempotentResponse>,
    hasResult?: () => Promise<boolean>,
  ): Promise<IdempotentResponse> {
    const fingerprint = createHash('sha256').update(JSON.stringify(request)).digest('hex');
    const deadline = Date.now() + WAIT_MS;
    for (;;) {
      const lease = await this.repository.claim(userId, key, fingerprint, LEASE_SECONDS);
      if (lease !== null) return this.execute(userId, key, lease, call);
      const stored = await this.repository.find(userId, key);
      if (stored && stored.fingerprint !== fingerprint) throw idempotencyKeyReused();
      if (stored && stored.status !== null && stored.encryptedBody !== null)
        return { status: stored.status, body: this.decrypt(userId, key, stored.encryptedBody) };
      if (await hasResult?.()) return call();
      if (Date.now() > deadline) throw stillRunning();
      await delay(POLL_MS * (1 + Math.random()));
    }
  }

  /** Deletes stored responses past their retention. */
  deleteExpired(): Promise<number> {
    return this.repository.deleteOlderThan(KEEP_DAYS);
  }

  private async execute(
    userId: number,
    key: string,
    lease: Lease,
    call: () => Promise<IdempotentResponse>,
  ): Promise<IdempotentResponse> {
    const stopRenewing = this.keepLease(userId, key, lease);
    try {
      const answer = await call();
      await this.repository.store(
        userId,
        key,
        answer.status,
        this.encrypt(userId, key, answer.body),
      );
      return answer;
    } catch (error) {
      const current = await stopRenewing();
      // When the database is away the lease runs out by itself; the caller gets the error of the call.
      await this.repository
        .release(userId, key, current)
        .catch((err: unknown) => this.logger.warn({ err }, 'A key could not be released'));
      throw error;
    } finally {
      await stopRenewing();
    }
  }

  /** @returns a function that stops it and returns the lease as it is then. */
  private keepLease(userId: number, key: string, claimed: Lease): () => Promise<Lease> {
    let lease = claimed;
    let renewing = Promise.resolve();
    const renew = async () => {
      try {
        lease = (await this.repository.renew(userId, key, lease, LEASE_SECONDS)) ?? lease;
      } catch (err) {
        this.logger.warn({ err }, 'The lease of a key could not be renewed');
      }
    };
    const timer = setInterval(() => {
      renewing = renewing.then(renew);
    }, RENEW_MS);
    return async () => {
      clearInterval(timer);
      await renewing;
      return lease;
    };
  }

  /** Responses contain proxy passwords, which are encrypted at rest everywhere. */
  private encrypt(userId: number, key: string, body: unknown): string {
    return encrypt(this.encryptionKey, answerContext(userId, key), JSON.stringify(body));
  }

  private decrypt(userId: number, key: string, encrypted: string): unknown {
    return JSON.parse(decrypt(this.encryptionKey, answerContext(userId, key), encrypted));
  }
}

const stillRunning = (): DomainError =>
  new DomainError(
    'conflict',
    'IDEMPOTENCY_IN_PROGRESS',
    'The first request with this Idempotency-Key is still running. Try again in a moment.',
  );
