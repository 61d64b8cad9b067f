import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { ProxyKind } from '../auth/credential';
import { decrypt } from '../../common/crypto/cipher';
import { type Exit, ExitSource, parseUpstreamUrl, type UpstreamProxy } from './exit';

interface Row {
  id: number;
  kind: ProxyKind;
  country: string;
  region: string | null;
  city: string | null;
  isp: string | null;
  leave: 'local' | 'upstream';
  local_address: string | null;
  upstream_url_encrypted: string | null;
  weight: number;
  simulated: boolean;
}

/** Reads the view `gateway_exit` and decrypts the upstream addresses. */
export class PgExitSource extends ExitSource {
  constructor(
    private readonly pool: Pool,
    private readonly secretsKey: Buffer,
    private readonly log: Logger,
  ) {
    super();
  }

  async findAll(): Promise<Exit[]> {
    const { rows } = await this.pool.query<Row>(
      `SELECT id, kind, country, region, city, isp, leave, local_address, upstream_url_encrypted,
              weight, simulated
       FROM gateway_exit ORDER BY id`,
    );
    return rows.flatMap((row) => {
      try {
        return [this.#toExit(row)];
      } catch (error) {
        // One unreadable exit must not take the others out of service.
        this.log.error({ exitId: row.id, err: error }, 'Exit left out: its upstream is unreadable');
        return [];
      }
    });
  }

  #toExit(row: Row): Exit {
    return {
      id: row.id,
      kind: row.kind,
      country: row.country.trim().toLowerCase(),
      region: row.region,
      city: row.city,
      isp: row.isp,
      localAddress: row.leave === 'local' ? row.local_address : null,
      upstream: row.leave === 'upstream' ? this.#upstream(row) : null,
      weight: row.weight,
      simulated: row.simulated,
    };
  }

  #upstream(row: Row): UpstreamProxy {
    if (!row.upstream_url_encrypted) throw new Error('The exit has no upstream address');
    return parseUpstreamUrl(
      decrypt(this.secretsKey, `exit_node:${row.id}`, row.upstream_url_encrypted),
    );
  }
}
