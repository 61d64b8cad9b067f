import type { Pool } from 'pg';
import type { ProxyKind } from '../auth/credential';

/** Source of the kinds that staff have switched UDP on for. Rejects when it is unavailable. */
export abstract class UdpKindSource {
  abstract findAll(): Promise<ProxyKind[]>;
}

/** Reads the view `gateway_udp_kind`; the settings themselves hold secrets that no gateway sees. */
export class PgUdpKindSource extends UdpKindSource {
  constructor(private readonly pool: Pool) {
    super();
  }

  async findAll(): Promise<ProxyKind[]> {
    const { rows } = await this.pool.query<{ kind: ProxyKind }>(
      `SELECT kind FROM gateway_udp_kind`,
    );
    return rows.map(({ kind }) => kind);
  }
}
