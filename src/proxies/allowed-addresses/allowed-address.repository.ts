import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { AllowedAddress } from './allowed-address.entity';
import type { AddressListChange, ListedAddress } from './allowed-addresses.types';

/** SQL where the owner of the proxy is checked in the statement that reads or writes. */
@Injectable()
export class AllowedAddressRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** In the order they were added; those of the account have no proxy. */
  findByUser(userId: number): Promise<(ListedAddress & { proxyId: number | null })[]> {
    return this.uow.manager.query<(ListedAddress & { proxyId: number | null })[]>(
      `SELECT a.id, a.proxy_id AS "proxyId", a.address, a.created_at AS "createdAt",
              CASE WHEN h.user_id = a.user_id THEN 'active' WHEN h.user_id IS NULL THEN 'pending' ELSE 'taken' END AS state,
              CASE WHEN h.user_id = a.user_id THEN h.last_used_at END AS "lastUsedAt"
       FROM allowed_address a LEFT JOIN held_address h ON h.address = a.address
       WHERE a.user_id = $1 ORDER BY a.id`,
      [userId],
    );
  }

  /** Until the unit of work ends, so that two changes of one list make one after the other. */
  async lockLists(userId: number): Promise<void> {
    await this.uow
      .requireTransaction()
      .query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
  }

  /** @returns whether it is a proxy of this user. */
  async ownsProxy(userId: number, proxyId: number): Promise<boolean> {
    const rows = await this.uow.manager.query<unknown[]>(
      'SELECT FROM proxy WHERE id = $2 AND user_id = $1',
      [userId, proxyId],
    );
    return rows.length > 0;
  }

  /** @param proxyId of this user; null for the list of the account. @param apiKeyId of the key that adds them. */
  async replace(
    userId: number,
    proxyId: number | null,
    addresses: readonly string[],
    apiKeyId: number | null,
  ): Promise<AddressListChange> {
    const manager = this.uow.requireTransaction();
    const [removed] = await manager.query<[{ address: string }[], number]>(
      `DELETE FROM allowed_address
       WHERE user_id = $1 AND proxy_id IS NOT DISTINCT FROM $2 AND address <> ALL($3) RETURNING address`,
      [userId, proxyId, addresses],
    );
    const added = await manager.query<{ address: string }[]>(
      `INSERT INTO allowed_address (user_id, proxy_id, address, api_key_id)
       SELECT $1, $2, n.address, $4 FROM unnest($3::text[]) WITH ORDINALITY AS n (address, place)
       WHERE $2::int IS NULL OR EXISTS (SELECT FROM proxy p WHERE p.id = $2 AND p.user_id = $1)
       ORDER BY n.place
       ON CONFLICT DO NOTHING RETURNING address`,
      [userId, proxyId, addresses, apiKeyId],
    );
    return { added: added.map(toAddress), removed: removed.map(toAddress) };
  }

  /** @returns what was removed; undefined when it is not one of this user. */
  async removeOne(
    userId: number,
    id: number,
  ): Promise<{ proxyId: number | null; address: string } | undefined> {
    const [rows] = await this.uow
      .requireTransaction()
      .query<[{ proxyId: number | null; address: string }[], number]>(
        'DELETE FROM allowed_address WHERE user_id = $1 AND id = $2 RETURNING proxy_id AS "proxyId", address',
        [userId, id],
      );
    return rows[0];
  }

  /** Of an account that is closed. */
  async removeAll(userId: number): Promise<void> {
    await this.uow.requireTransaction().delete(AllowedAddress, { userId });
  }
}

const toAddress = (row: { address: string }): string => row.address;
