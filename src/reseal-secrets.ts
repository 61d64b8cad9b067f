import type { DataSource } from 'typeorm';
import { AuditService } from './audit/audit.service';
import { SEALED_FACTORS } from './auth/second-factor/second-factor.seals';
import { SEALED_UPSTREAMS } from './catalog/exits/exit.seals';
import type { KeyRing } from './config/key-ring';
import { Resealer, type ResealCount } from './database/resealer';
import type { SealedColumn } from './database/sealed-column';
import { UnitOfWork } from './database/unit-of-work';
import { SEALED_ANSWERS } from './idempotency/idempotency.seals';
import { SEALED_MAILS } from './mail/mail.seals';
import { SEALED_ACCOUNT_PASSWORDS } from './proxies/adapters/house/gateway-account.seals';
import { SEALED_PROXY_PASSWORDS } from './proxies/proxy.seals';
import { SEALED_SETTINGS } from './settings/settings.seals';

/** Everything of the database that only APP_KEY opens. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  SEALED_SETTINGS,
  SEALED_UPSTREAMS,
  SEALED_ACCOUNT_PASSWORDS,
  SEALED_PROXY_PASSWORDS,
  SEALED_FACTORS,
  SEALED_ANSWERS,
  SEALED_MAILS,
];

/** Nothing was changed; the message says why. */
export class ResealRefused extends Error {
  override name = 'ResealRefused';
}

/**
 * Seals everything anew after a change of APP_KEY, all or nothing. What is under the new key already
 * stays as it is, so that it may be run again for what an old process sealed in between.
 * @throws ResealRefused when the old key is the new one, or opens nothing of what the new one does not.
 */
export async function resealSecrets(
  dataSource: DataSource,
  from: KeyRing,
  to: KeyRing,
): Promise<ResealCount[]> {
  if (from.isSameAs(to)) throw new ResealRefused('The old key and APP_KEY are the same.');
  const uow = new UnitOfWork(dataSource);
  return uow.run(async () => {
    const resealer = new Resealer(uow.requireTransaction(), from, to);
    const counts: ResealCount[] = [];
    for (const column of SEALED_COLUMNS) counts.push(await resealer.reseal(column));
    const carried = sum(counts.map((count) => count.carried));
    const closed = sum(counts.map((count) => count.closed));
    if (!carried && closed)
      throw new ResealRefused(
        `The old key opens nothing: ${closed} ${closed === 1 ? 'secret was' : 'secrets were'} sealed with neither it nor APP_KEY. Nothing was changed.`,
      );
    if (carried)
      await AuditService.within(uow).record('system', {
        action: 'system.secrets_resealed',
        target: 'secrets',
        details: `Sealed ${carried} secrets anew under another APP_KEY`,
      });
    return counts;
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);
