import { decrypt, encrypt } from '../../common/crypto/secrets';
import type { AppConfig } from '../../config/app-config';
import { mailContext } from '../mail.encrypted-columns';

interface Body {
  readonly text: string;
  readonly html: string;
}

/** Encrypts a mail body, which may carry codes and links, bound to its recipient. */
export const encryptBody = (config: AppConfig, recipient: string, { text, html }: Body): string =>
  encrypt(config.key('secrets'), mailContext(recipient), JSON.stringify({ text, html }));

export const decryptBody = (config: AppConfig, recipient: string, encrypted: string): Body =>
  JSON.parse(decrypt(config.key('secrets'), mailContext(recipient), encrypted)) as Body;
