import { Injectable } from '@nestjs/common';
import { decrypt, encrypt } from '../common/crypto/secrets';
import { Money } from '../common/money/money';
import { AppConfig } from '../config/app-config';
import { digestPassword, generatePassword, generateUsername } from './credentials';
import { proxyContext } from './proxy.encrypted-columns';
import type { OwnedProxy } from './proxy.types';
import type { StoredProxy } from './proxy.repository';

/** What a customer connects with, and what is stored of it. */
export interface IssuedCredentials {
  readonly username: string;
  readonly passwordEncrypted: string;
  readonly passwordDigest: Buffer;
}

/** Issues the credentials of proxies, and decrypts the stored passwords. */
@Injectable()
export class ProxyCredentialsService {
  private readonly key: Buffer;
  private readonly digestKey: Buffer;

  constructor(config: AppConfig) {
    this.key = config.key('secrets');
    this.digestKey = config.key('proxy-credential');
  }

  /** @param uuid of the proxy, to which the stored password is bound. */
  issue(uuid: string): IssuedCredentials {
    const password = generatePassword();
    return {
      username: generateUsername(),
      passwordEncrypted: encrypt(this.key, proxyContext(uuid), password),
      passwordDigest: digestPassword(this.digestKey, password),
    };
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
