import { Injectable } from '@nestjs/common';
import { decrypt, encrypt } from '../common/crypto/cipher';
import { Money } from '../common/money/money';
import { AppConfig } from '../config/app-config';
import { proxyContext } from './proxy.encrypted-columns';
import type { OwnedProxy } from './proxy.types';
import type { StoredProxy } from './proxy.repository';

/** Encrypts passwords for the rows and opens them for their owner. */
@Injectable()
export class ProxySecrets {
  private readonly key: Buffer;

  constructor(config: AppConfig) {
    this.key = config.key('secrets');
  }

  encrypt(uuid: string, password: string): string {
    return encrypt(this.key, proxyContext(uuid), password);
  }

  /** @returns the proxy with its password readable: only ever for its owner. */
  reveal({ passwordEncrypted, priceKobo, limitBytes, usedBytes, ...row }: StoredProxy): OwnedProxy {
    return {
      ...row,
      password: decrypt(this.key, proxyContext(row.uuid), passwordEncrypted),
      price: Money.kobo(BigInt(priceKobo)),
      limitBytes: limitBytes === null ? null : BigInt(limitBytes),
      usedBytes: BigInt(usedBytes),
    };
  }
}
