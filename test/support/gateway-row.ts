interface GatewayRow {
  id: string;
  region?: string;
  publicHost?: string;
  /** Seconds since the last heartbeat. */
  silentFor?: number;
  addresses?: string[];
}

/** Registers a gateway that runs elsewhere, or changes it. */
export async function addGateway(
  query: (sql: string, values: unknown[]) => Promise<unknown>,
  { id, region = 'default', publicHost = 'localhost', silentFor = 0, addresses = [] }: GatewayRow,
): Promise<void> {
  await query(
    `INSERT INTO gateway (id, region, host, public_host, http_port, socks_port, version, started_at, heartbeat_at)
     VALUES ($1, $2, $1, $3, 3128, 1080, 'test', now(), now() - $4 * interval '1 second')
     ON CONFLICT (id) DO UPDATE SET region = $2, public_host = $3, heartbeat_at = EXCLUDED.heartbeat_at`,
    [id, region, publicHost, silentFor],
  );
  await query('DELETE FROM gateway_address WHERE gateway_id = $1', [id]);
  await query('INSERT INTO gateway_address (gateway_id, address) SELECT $1, unnest($2::text[])', [
    id,
    addresses,
  ]);
}
