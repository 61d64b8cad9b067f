import type { DataSource } from 'typeorm';
import { AuditService } from './audit/audit.service';
import { ENCRYPTED_FACTORS } from './auth/two-factor/two-factor.encrypted-columns';
import {
  ENCRYPTED_UPSTREAMS,
  ENCRYPTED_UNITS,
  ENCRYPTED_PROVIDERS,
  ENCRYPTED_NETWORKS,
} from './catalog/catalog.encrypted-columns';
import type { KeyRing } from './config/key-ring';
import { KeyRotation, type RotationCount } from './database/key-rotation';
import type { EncryptedColumn } from './database/encrypted-column';
import { UnitOfWork } from './database/unit-of-work';
import { ENCRYPTED_ANSWERS } from './idempotency/idempotency.encrypted-columns';
import { ENCRYPTED_MAILS } from './mail/mail.encrypted-columns';
import { ENCRYPTED_PROXY_PASSWORDS } from './proxies/proxy.encrypted-columns';
import { ENCRYPTED_SUB_USER_PASSWORDS } from './proxies/sub-users/sub-user.encrypted-columns';
import { ENCRYPTED_SETTINGS } from './settings/settings.encrypted-columns';
import { ENCRYPTED_PREVIOUS_SECRETS } from './webhooks/previous-secret.encrypted-columns';
import { ENCRYPTED_WEBHOOK_SECRETS } from './webhooks/webhooks.encrypted-columns';

/** Every column encrypted with keys derived from APP_KEY. */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  ENCRYPTED_SETTINGS,
  ENCRYPTED_UPSTREAMS,
  ENCRYPTED_UNITS,
  ENCRYPTED_NETWORKS,
  ENCRYPTED_PROVIDERS,
  ENCRYPTED_PROXY_PASSWORDS,
  ENCRYPTED_SUB_USER_PASSWORDS,
  ENCRYPTED_FACTORS,
  ENCRYPTED_ANSWERS,
  ENCRYPTED_WEBHOOK_SECRETS,
  ENCRYPTED_PREVIOUS_SECRETS,
  ENCRYPTED_MAILS,
];

/** Nothing was changed; the message gives the reason. */
export class RotationRefusedError extends Error {
  override name = 'RotationRefusedError';
}

/**
 * Re-encrypts everything after a change of APP_KEY, all or nothing. Rows encrypted with the new key stay as
 * they are, so it may run again for rows that an old process wrote in between.
 * @throws RotationRefusedError when both keys are the same, or the old key decrypts none of the rows that the
 * new one does not.
 */
export async function rotateSecrets(
  dataSource: DataSource,
  from: KeyRing,
  to: KeyRing,
): Promise<RotationCount[]> {
  if (from.isSameAs(to)) throw new RotationRefusedError('The old key and APP_KEY are the same.');
  const uow = new UnitOfWork(dataSource);
  return uow.run(async () => {
    const rotation = new KeyRotation(uow.requireTransaction(), from, to);
    const counts: RotationCount[] = [];
    for (const column of ENCRYPTED_COLUMNS) counts.push(await rotation.rotate(column));
    const rotated = sum(counts.map((count) => count.rotated));
    const unreadable = sum(counts.map((count) => count.unreadable));
    if (!rotated && unreadable)
      throw new RotationRefusedError(
        `The old key decrypts nothing: ${unreadable} ${unreadable === 1 ? 'secret was' : 'secrets were'} encrypted with neither it nor APP_KEY. Nothing was changed.`,
      );
    if (rotated)
      await new AuditService(uow).record('system', {
        action: 'system.secrets_rotated',
        target: 'secrets',
        details: `Re-encrypted ${rotated} secrets with a new APP_KEY`,
      });
    return counts;
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);
