import { createHmac } from 'node:crypto';

/**
 * The header `Webhook-Signature`: `t=<Unix seconds>,v1=<hex>`, where v1 is HMAC-SHA256 over `<t>.<body>`. During the
 * overlap of a rotation there is a v1 for each secret.
 */
export function signBody(secrets: readonly string[], body: string, now: Date): string {
  const timestamp = Math.floor(now.getTime() / 1000);
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
  );
  return [`t=${timestamp}`, ...signatures].join(',');
}
