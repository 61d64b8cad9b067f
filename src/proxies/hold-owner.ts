import type { UnitOfWork } from '../database/unit-of-work';

/**
 * Until the unit of work ends, the account of a user is neither suspended nor resumed, which locks its row and then its
 * proxies. Call it before a proxy is locked: the audit trail and the wallet refer to that row later.
 */
export async function holdOwner(uow: UnitOfWork, userId: number): Promise<void> {
  await uow.requireTransaction().query(`SELECT FROM users WHERE id = $1 FOR KEY SHARE`, [userId]);
}
