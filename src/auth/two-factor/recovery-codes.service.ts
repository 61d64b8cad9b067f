import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../config/app-config';
import { encodeBase32 } from './totp';

const CODE_COUNT = 10;
const BYTES = 10;

/** Creates and verifies recovery codes of 80 bits, such as `k3bq-7xwe-m2pa-zr4d`. */
@Injectable()
export class RecoveryCodesService {
  constructor(private readonly config: AppConfig) {}

  generate(): string[] {
    return Array.from({ length: CODE_COUNT }, () =>
      encodeBase32(randomBytes(BYTES)).toLowerCase().match(/.{4}/g)!.join('-'),
    );
  }

  /** @param code as entered: in any case, with or without hyphens and spaces. */
  hash(userId: number, code: string): string {
    const plain = code.toLowerCase().replace(/[\s-]/g, '');
    return createHmac('sha256', this.config.key('code-hash'))
      .update(JSON.stringify(['recovery_code', userId, plain]))
      .digest('base64url');
  }
}
