import { Injectable } from '@nestjs/common';
import { decrypt, encrypt } from '../common/crypto/secrets';
import { AppConfig } from '../config/app-config';
import { digestPassword, generatePassword, generateUsername } from './credentials';
import { proxyContext } from './proxies.encrypted-columns';
import type { Proxy } from './proxy.entity';

/** Issues the credentials of proxies, and decrypts the stored passwords. */
@Injectable()
export class ProxyCredentialsService {
  private readonly key: Buffer;
  private readonly digestKey: Buffer;

  constructor(config: AppConfig) {
    this.key = config.key('secrets');
    this.digestKey = config.key('proxy-credential');
  }

  /** What a customer connects with, and what is stored of it. @param uuid of the proxy, to which the stored password is bound. */
  issue(uuid: string): Pick<Proxy, 'username' | 'passwordEncrypted' | 'passwordDigest'> {
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
}
