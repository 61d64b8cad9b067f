import { decrypt, encrypt } from '../../common/crypto/secrets';
import type { AppConfig } from '../../config/app-config';
import type { MailContent } from '../mail.types';
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

/** Tokens and signatures are longer than any name in an address of the site. */
const TOKEN = /[\w-]{32}/;

/** Whether a mail has a code, or a link with a token: whoever reads it later must not use it. */
export const holdsSecret = ({ code, action, link }: MailContent): boolean =>
  code !== undefined || [action, link].some((one) => one !== undefined && TOKEN.test(one.url));

/** @returns null for a mail that must not be sent again. */
export const encryptContent = (
  config: AppConfig,
  recipient: string,
  content: MailContent,
): string | null =>
  holdsSecret(content)
    ? null
    : encrypt(config.key('secrets'), mailContext(recipient), JSON.stringify(content));

export const decryptContent = (
  config: AppConfig,
  recipient: string,
  encrypted: string,
): MailContent =>
  JSON.parse(decrypt(config.key('secrets'), mailContext(recipient), encrypted)) as MailContent;
