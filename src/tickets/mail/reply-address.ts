import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AppConfig } from '../../config/app-config';

const TOKEN_LENGTH = 24;
const TOKEN = /\+(\d{1,9})-([0-9a-f]{24})@/i;

/** Binds a ticket to the address whose mails may be added to it. Hexadecimal, since some servers change the case. */
const sign = (config: AppConfig, ticketId: number, email: string): string =>
  createHmac('sha256', config.key('ticket-mail'))
    .update(`${ticketId}:${email.toLowerCase()}`)
    .digest('hex')
    .slice(0, TOKEN_LENGTH);

/** Where answers to a mail about a ticket go, such as `support+12-…@shop.example`; undefined when mail is not received. */
export function toReplyAddress(
  config: AppConfig,
  ticketId: number,
  email: string,
): string | undefined {
  const { replyAddress } = config.support;
  return replyAddress?.replace('@', `+${ticketId}-${sign(config, ticketId, email)}@`);
}

/** The ticket of a reply address that was made for the sender; null for any other. */
export function readReplyAddress(config: AppConfig, to: string, from: string): number | null {
  const [, id, token] = TOKEN.exec(to) ?? [];
  if (id === undefined || token === undefined) return null;
  const expected = sign(config, Number(id), from);
  return timingSafeEqual(Buffer.from(expected), Buffer.from(token.toLowerCase()))
    ? Number(id)
    : null;
}
