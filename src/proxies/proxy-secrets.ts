import { Injectable } from '@nestjs/common';
import { open, seal } from '../common/crypto/secret-box';
import { Money } from '../common/money/money';
import { AppConfig } from '../config/app-config';
import { proxyContext } from './proxy.seals';
import type { OwnedProxy } from './proxy.types';
import type { StoredProxy } from './proxy.repository';

/** Seals passwords for the rows and opens them for their owner. */
@Injectable()
export class ProxySecrets {
  private readonly key: Buffer;

  constructor(config: AppConfig) {
    this.key = config.key('secrets');
  }

  seal(uuid: string, password: string): string {
    return seal(this.key, proxyContext(uuid), password);
  }

  /** @returns the proxy with its password readable: only ever for its owner. */
  reveal({ passwordSealed, priceKobo, limitBytes, usedBytes, ...row }: StoredProxy): OwnedProxy {
    return {
      ...row,
      password: open(this.key, proxyContext(row.uuid), passwordSealed),
      price: Money.kobo(BigInt(priceKobo)),
      limitBytes: limitBytes === null ? null : BigInt(limitBytes),
      usedBytes: BigInt(usedBytes),
    };
  }
}
