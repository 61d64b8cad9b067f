import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { decrypt, encrypt } from '../common/crypto/cipher';
import { DomainError } from '../common/errors/domain-error';
import { AppConfig } from '../config/app-config';
import { IdempotencyRepository } from './idempotency.repository';
import { answerContext } from './idempotency.encrypted-columns';

const LOCK_SECONDS = 90;
const WAIT_MS = 25_000;
const POLL_MS = 60;
const KEEP_DAYS = 7;

export interface IdempotentResponse {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Runs a call at most once per user and key. Successful responses are stored and replayed; after
 * an error the key is released, since the call had no effect. After a crash the key may run again,
 * so the call itself needs a unique constraint on the same key.
 */
@Injectable()
export class IdempotencyService {
  private readonly encryptionKey: Buffer;

  constructor(
    private readonly repository: IdempotencyRepository,
    config: AppConfig,
  ) {
    this.encryptionKey = config.key('secrets');
  }

  /** @param request fingerprint of the request; another one under the same key is refused. */
  async run(
    userId: number,
    key: string,
    request: unknown,
    call: () => Promise<IdempotentResponse>,
  ): Promise<IdempotentResponse> {
    const fingerprint = createHash('sha256').update(JSON.stringify(request)).digest('hex');
    const deadline = Date.now() + WAIT_MS;
    while (!(await this.repository.claim(userId, key, fingerprint, LOCK_SECONDS))) {
      const stored = await this.repository.find(userId, key);
      if (stored && stored.fingerprint !== fingerprint) throw keyReused();
      if (stored && stored.status !== null && stored.encryptedBody !== null)
        return { status: stored.status, body: this.decrypt(userId, key, stored.encryptedBody) };
      if (Date.now() > deadline) throw stillRunning();
      await delay(POLL_MS * (1 + Math.random()));
    }
    return this.execute(userId, key, call);
  }

  /** Deletes stored responses past their retention. */
  deleteExpired(): Promise<number> {
    return this.repository.deleteOlderThan(KEEP_DAYS);
  }

  private async execute(
    userId: number,
    key: string,
    call: () => Promise<IdempotentResponse>,
  ): Promise<IdempotentResponse> {
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
      await this.repository.release(userId, key);
      throw error;
    }
  }

  /** Responses contain proxy passwords, which are encrypted at rest everywhere. */
  private encrypt(userId: number, key: string, body: unknown): string {
    return encrypt(this.encryptionKey, answerContext(userId, key), JSON.stringify(body));
  }

  private decrypt(userId: number, key: string, encrypted: string): unknown {
    return JSON.parse(decrypt(this.encryptionKey, answerContext(userId, key), encrypted));
  }
}

const keyReused = (): DomainError =>
  new DomainError(
    'conflict',
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was used with another request. Nothing was done.',
  );

const stillRunning = (): DomainError =>
  new DomainError(
    'conflict',
    'IDEMPOTENCY_IN_PROGRESS',
    'The first request with this Idempotency-Key is still running. Try again in a moment.',
  );
