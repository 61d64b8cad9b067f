import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { AuditModule } from '../audit/audit.module';
import { OperatorError } from '../common/errors/operator-error';
import { loadConfig } from '../config/app-config';
import { runInApplication } from '../database/run-in-application';
import { GATEWAY_ROLE, grantGatewayRole } from '../gateway/gateway-role';
import type { Commands } from './commands';
import { AuditService } from '../audit/audit.service';
import { ENCRYPTED_FACTORS } from '../auth/two-factor/two-factor.encrypted-columns';
import {
  ENCRYPTED_UPSTREAMS,
  ENCRYPTED_UNITS,
  ENCRYPTED_PROVIDERS,
  ENCRYPTED_NETWORKS,
} from '../catalog/catalog.encrypted-columns';
import { KeyRing, MissingKeyError } from '../config/key-ring';
import { KeyRotation, type RotationCount, type EncryptedColumn } from '../database/key-rotation';
import { UnitOfWork } from '../database/unit-of-work';
import { ENCRYPTED_ANSWERS } from '../http/idempotency/idempotency.encrypted-columns';
import { ENCRYPTED_MAIL_CONTENTS, ENCRYPTED_MAILS } from '../mail/mail.encrypted-columns';
import {
  ENCRYPTED_PROXY_PASSWORDS,
  ENCRYPTED_SUB_USER_PASSWORDS,
} from '../proxies/proxies.encrypted-columns';
import { ENCRYPTED_SETTINGS } from '../settings/settings.encrypted-columns';
import {
  ENCRYPTED_PREVIOUS_SECRETS,
  ENCRYPTED_WEBHOOK_SECRETS,
} from '../webhooks/webhooks.encrypted-columns';

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
  ENCRYPTED_MAIL_CONTENTS,
  ENCRYPTED_MAILS,
];

export const SECRETS_COMMANDS: Commands = {
  'secrets:rotate': {
    help: 'after a change of APP_KEY: re-encrypt what APP_KEY_OLD, or the key in --old-key-file, decrypts',
    run: rotateKeys,
  },
  'keys:gateway': {
    help: 'print the line that stands in for APP_KEY in the environment of a gateway; it is a secret',
    run: printGatewayKeys,
  },
  'role:gateway': {
    help: 'make the database role of gateways, or give it the rights it needs now; --role=NAME instead of nairaproxy_gateway',
    run: makeGatewayRole,
  },
};

/** Exits with 1 when a secret stays unreadable. The old key is no argument: process lists show those. */
async function rotateKeys(args: string[]): Promise<string[]> {
  const { values } = parseArgs({ args, options: { 'old-key-file': { type: 'string' } } });
  const config = loadConfig();
  const file = values['old-key-file'];
  const oldKeys = file ? new KeyRing(readFileSync(file, 'utf8').trim()) : config.oldKeys;
  if (!oldKeys || !config.isAppKeySet)
    throw new OperatorError(
      'Set APP_KEY to the new key, and APP_KEY_OLD to the one before or --old-key-file to a file with it.',
    );
  const counts = await runInApplication(config, [AuditModule], (app) =>
    rotateSecrets(app.get(UnitOfWork), app.get(AuditService), oldKeys, config.keys),
  );
  if (counts.some(({ unreadable }) => unreadable > 0)) process.exitCode = 1;
  return [
    ' re-encrypted       current            unreadable',
    ...counts.map(({ what, rotated, current, unreadable, examples }) => {
      const such = examples.length ? `, such as ${examples.join(', ')}` : '';
      const columns = [pad(rotated, 13), pad(current, 14), pad(unreadable, 22)].join('');
      return `${columns}   ${what}${such}`;
    }),
    'Sign-ins, links and codes that were mailed, and recovery codes end with the old key.',
  ];
}

const pad = (count: number, width: number): string => String(count).padStart(width);

function printGatewayKeys(): Promise<string[]> {
  const { keys, isAppKeySet } = loadConfig();
  if (!isAppKeySet) throw new MissingKeyError('Set APP_KEY; the keys of a gateway follow from it.');
  return Promise.resolve([`GATEWAY_KEYS=${keys.exportGatewayKeys()}`]);
}

async function makeGatewayRole(args: string[]): Promise<string[]> {
  const { values } = parseArgs({
    args,
    options: { role: { type: 'string', default: GATEWAY_ROLE } },
  });
  await grantGatewayRole(loadConfig().database.url, values.role);
  return [`${values.role} has the rights of a gateway`];
}

/**
 * Re-encrypts everything after a change of APP_KEY, all or nothing. Rows encrypted with the new key stay as
 * they are, so it may run again for rows that an old process wrote in between.
 * @throws OperatorError when both keys are the same, or the old key decrypts none of the rows that the
 * new one does not.
 */
export async function rotateSecrets(
  uow: UnitOfWork,
  audit: AuditService,
  from: KeyRing,
  to: KeyRing,
): Promise<RotationCount[]> {
  if (from.isSameAs(to)) throw new OperatorError('The old key and APP_KEY are the same.');
  return uow.run(async () => {
    const rotation = new KeyRotation(uow.requireTransaction(), from, to);
    const counts: RotationCount[] = [];
    for (const column of ENCRYPTED_COLUMNS) counts.push(await rotation.rotate(column));
    const rotated = sum(counts.map((count) => count.rotated));
    const unreadable = sum(counts.map((count) => count.unreadable));
    if (!rotated && unreadable)
      throw new OperatorError(
        `The old key decrypts nothing: ${unreadable} ${unreadable === 1 ? 'secret was' : 'secrets were'} encrypted with neither it nor APP_KEY. Nothing was changed.`,
      );
    if (rotated)
      await audit.record('system', {
        action: 'system.secrets_rotated',
        target: 'secrets',
        details: `Re-encrypted ${rotated} secrets with a new APP_KEY`,
      });
    return counts;
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);
