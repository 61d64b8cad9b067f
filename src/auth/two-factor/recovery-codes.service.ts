import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { PasswordService } from '../password/password.service';
import { encodeBase32 } from './totp';
import { TwoFactorRepository, type StoredRecoveryCode } from './two-factor.repository';

const CODE_COUNT = 10;
const BYTES = 10;
const LOOKUP_LENGTH = 4;
const CODE = /^[a-z2-7]{16}$/;

const normalize = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');

/**
 * Recovery codes of 80 bits, such as `k3bq-7xwe-m2pa-zr4d`. The first group is stored and finds the row, the
 * whole is hashed as slowly as a password.
 */
@Injectable()
export class RecoveryCodesService {
  constructor(
    private readonly config: AppConfig,
    private readonly passwords: PasswordService,
    private readonly repository: TwoFactorRepository,
    private readonly clock: Clock,
  ) {}

  generate(): string[] {
    return Array.from({ length: CODE_COUNT }, () =>
      encodeBase32(randomBytes(BYTES)).toLowerCase().match(/.{4}/g)!.join('-'),
    );
  }

  hash(codes: string[]): Promise<StoredRecoveryCode[]> {
    return Promise.all(
      codes.map(normalize).map(async (code) => ({
        lookup: code.slice(0, LOOKUP_LENGTH),
        codeHash: await this.passwords.hash(code),
      })),
    );
  }

  /**
   * Uses a code up; needs an open unit of work.
   * @param entered in any case, with or without hyphens and spaces.
   * @returns whether it was valid and unused.
   */
  async consume(userId: number, entered: string): Promise<boolean> {
    const code = normalize(entered);
    if (!CODE.test(code)) return false;
    const candidates = await this.repository.findUnusedRecoveryCodes(
      userId,
      code.slice(0, LOOKUP_LENGTH),
    );
    for (const { codeHash } of candidates)
      if (await this.passwords.matches(codeHash, code)) return this.claim(userId, codeHash);
    return this.claim(userId, this.hashFast(userId, code));
  }

  private claim(userId: number, codeHash: string): Promise<boolean> {
    return this.repository.claimRecoveryCode(userId, codeHash, this.clock.now());
  }

  /** Of codes made before slow hashes, which stay valid until they are used. */
  private hashFast(userId: number, code: string): string {
    return createHmac('sha256', this.config.key('code-hash'))
      .update(JSON.stringify(['recovery_code', userId, code]))
      .digest('base64url');
  }
}
