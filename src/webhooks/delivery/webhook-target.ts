import { isIP } from 'node:net';
import { isLoopback } from '../../common/net/addresses';
import { bareHost, OutboundGuard } from '../../common/net/outbound-guard';
import { invalidWebhookUrl } from '../webhooks.errors';

const LOCAL_NAME = /^localhost$|\.(localhost|local|internal|localdomain|home\.arpa)$/;
const MAX_LENGTH = 2000;

/**
 * Refuses what can be refused without DNS; the rest is checked with every connection.
 * @returns the normalized URL. @throws DomainError invalid with errors.url.
 */
export function parseWebhookUrl(text: string, allowLoopback: boolean): string {
  if (text.length > MAX_LENGTH) throw invalidWebhookUrl('The URL is too long');
  const url = tryParse(text);
  if (!url) throw invalidWebhookUrl('Enter a URL such as https://example.com/webhooks');
  if (url.username || url.password)
    throw invalidWebhookUrl('The URL must not contain a username or password');
  const host = bareHost(url);
  const isLocal = host === 'localhost' || (isIP(host) !== 0 && isLoopback(host));
  url.hash = '';
  if (allowLoopback && isLocal && /^https?:$/.test(url.protocol)) return url.href;
  if (url.protocol !== 'https:') throw invalidWebhookUrl('The URL must begin with https://');
  const isUsable = isIP(host)
    ? new OutboundGuard(allowLoopback).allows(host, url)
    : host.includes('.') && !LOCAL_NAME.test(host);
  if (!isUsable) throw invalidWebhookUrl('The URL must be reachable from the Internet');
  return url.href;
}

function tryParse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
