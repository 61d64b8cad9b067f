import { Injectable } from '@nestjs/common';
import { decrypt, encrypt } from '../common/crypto/cipher';
import { Money } from '../common/money/money';
import { AppConfig } from '../config/app-config';
import { proxyContext } from './proxy.encrypted-columns';
import type { OwnedProxy } from './proxy.types';
import type { StoredProxy } from './proxy.repository';

/** Encrypts the passwords of proxies for storage and decrypts them. */
@Injectable()
export class ProxyPasswordService {
  private readonly key: Buffer;

  constructor(config: AppConfig) {
    this.key = config.key('secrets');
  }

  encrypt(uuid: string, password: string): string {
    return encrypt(this.key, proxyContext(uuid), password);
  }

  /** @throws Error when the password was encrypted with another key or for another proxy. */
  decrypt(uuid: string, encrypted: string): string {
    return decrypt(this.key, proxyContext(uuid), encrypted);
  }

  /** Maps a row to the owner's view, with the password in plain text. */
  toOwnedProxy({
    passwordEncrypted,
    priceKobo,
    limitBytes,
    usedBytes,
    autoRenew,
    ...row
  }: StoredProxy): OwnedProxy {
    return {
      ...row,
      password: this.decrypt(row.uuid, passwordEncrypted),
      price: Money.kobo(BigInt(priceKobo)),
      limitBytes: limitBytes === null ? null : BigInt(limitBytes),
      usedBytes: BigInt(usedBytes),
      autoRenew: autoRenew && {
        ...autoRenew,
        nextChargeAt: autoRenew.nextChargeAt === null ? null : new Date(autoRenew.nextChargeAt),
      },
    };
  }
}
