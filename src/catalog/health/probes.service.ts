import { Injectable } from '@nestjs/common';
import { deleteInBatches } from '../../database/batch-delete';
import { UnitOfWork } from '../../database/unit-of-work';
import type { ProbeResult, ProbeTarget } from './health.entity';
import { ProberService } from './prober.service';
import { AuditService } from '../../audit/audit.service';
import type { Actor } from '../../common/security/actor';
import { SupplyNetworksService } from '../networks/networks.service';

/** Countries that are probed of a network beside its first, those with most proxies. */
const MAX_COUNTRIES_IN_USE = 20;
/** Of a network with a list of countries, probed whether or not somebody uses them. */
const FIRST_COUNTRIES = 3;
const MISSES_UNTIL_DOWN = 3;
const HISTORY = `interval '7 days'`;

/**
 * Simulated exits leave from the loopback interface of this machine, of which a probe tells nothing; of a datacenter of a
 * provider every unit of stock has an upstream of its own.
 */
const WANTED = `
  SELECT n.id AS network_id, NULL::int AS exit_node_id, place.country FROM supply_network n
  CROSS JOIN LATERAL (
    SELECT 'zz' AS country WHERE n.countries IS NULL
    UNION SELECT unnest(n.countries[1:${FIRST_COUNTRIES}])
    UNION (SELECT p.country FROM supply_place_in_use p
           WHERE p.kind = n.kind AND p.country <> 'zz' AND (n.countries IS NULL OR p.country = ANY (n.countries))
           ORDER BY p.proxies DESC, p.country LIMIT ${MAX_COUNTRIES_IN_USE})) AS place
  WHERE n.enabled
  UNION ALL SELECT NULL, e.id, e.country::text FROM exit_node e 
  WHERE e.enabled AND NOT e.simulated AND (e.leave = 'local' OR e.upstream_url_encrypted IS NOT NULL)`;

/** When it is probed again: soon after a failure that counts, so that three do not take long. */
const NEXT_PROBE = `now() + CASE WHEN $2 THEN interval '10 minutes'
  WHEN $3 AND old.misses + 1 < ${MISSES_UNTIL_DOWN} THEN interval '20 seconds' ELSE interval '1 minute' END
  * (0.9 + random() * 0.2)`;

/** SQL, since what is probed follows from what is sold, and a result counts only together with those before it. */
@Injectable()
export class ProbeTargetsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Adds what is sold and not probed, removes what is sold no more, and takes a changed network first. */
  async plan(): Promise<void> {
    await this.uow.run(async () => {
      const manager = this.uow.requireTransaction();
      await manager.query(
        `INSERT INTO supply_health (network_id, exit_node_id, country) ${WANTED} ON CONFLICT DO NOTHING`,
      );
      const removed = await manager.query<[unknown[], number]>(
        `DELETE FROM supply_health h WHERE NOT EXISTS (
           SELECT FROM (${WANTED}) AS w WHERE w.exit_node_id = h.exit_node_id
             OR (w.network_id = h.network_id AND w.country = h.country))`,
      );
      if (removed[1] > 0) await this.notifyGateways();
      await manager.query(
        `UPDATE supply_health h SET next_probe_at = now() FROM supply_network n
         WHERE n.id = h.network_id AND n.updated_at > h.probed_at AND h.next_probe_at > now()`,
      );
    });
  }

  /** Those that waited longest. Nobody else gets them for two minutes. */
  async takeDue(limit: number): Promise<ProbeTarget[]> {
    const [rows] = await this.uow.manager.query<[ProbeTarget[], number]>(
      `UPDATE supply_health SET next_probe_at = now() + interval '2 minutes' WHERE id IN (
         SELECT id FROM supply_health WHERE next_probe_at <= now()
         ORDER BY next_probe_at, id LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id, network_id AS "networkId", exit_node_id AS "exitNodeId", country`,
      [limit],
    );
    return rows;
  }

  async findTarget(networkId: number, country: string): Promise<ProbeTarget | null> {
    const [row] = await this.uow.manager.query<ProbeTarget[]>(
      `SELECT id, network_id AS "networkId", exit_node_id AS "exitNodeId", country FROM supply_health
       WHERE network_id = $1 AND country = $2`,
      [networkId, country],
    );
    return row ?? null;
  }

  /**
   * Puts it out of sale after the third failure in a row, back after a success, and tells the gateways.
   * @param counts whether a failure counts.
   */
  async record({ id }: ProbeTarget, result: ProbeResult, counts: boolean): Promise<void> {
    const { ok, latencyMs, exitIp, countryFound, error } = result;
    const isMiss = counts && !ok && result.isConclusive;
    await this.uow.run(async () => {
      const [rows] = await this.uow.requireTransaction().query<[{ hasChanged: boolean }[], number]>(
        `WITH old AS (SELECT id, misses, down_since FROM supply_health WHERE id = $1 FOR UPDATE)
         UPDATE supply_health h SET
           misses = CASE WHEN $2 THEN 0 WHEN $3 THEN old.misses + 1 ELSE old.misses END,
           down_since = CASE WHEN $2 THEN NULL
             WHEN $3 AND old.misses + 1 >= ${MISSES_UNTIL_DOWN} THEN coalesce(old.down_since, now())
             ELSE old.down_since END,
           probed_at = CASE WHEN $2 OR $3 THEN now() ELSE h.probed_at END,
           latency_ms = CASE WHEN $2 OR $3 THEN $4 ELSE h.latency_ms END,
           exit_ip = CASE WHEN $2 THEN $5 ELSE h.exit_ip END,
           country_found = CASE WHEN $2 THEN $6 ELSE h.country_found END,
           error = $7, next_probe_at = ${NEXT_PROBE}
         FROM old WHERE h.id = old.id
         RETURNING (h.down_since IS NULL) <> (old.down_since IS NULL) AS "hasChanged"`,
        [id, ok, isMiss, latencyMs, exitIp, countryFound, error],
      );
      if (ok || isMiss)
        await this.uow.requireTransaction().query(
          `INSERT INTO supply_probe (network_id, exit_node_id, country, ok, latency_ms, exit_ip, country_found, error)
           SELECT network_id, exit_node_id, country, $2, $3, $4, $5, $6 FROM supply_health WHERE id = $1`,
          [id, ok, latencyMs, exitIp, countryFound, error],
        );
      if (rows[0]?.hasChanged) await this.notifyGateways();
    });
  }

  async deleteOldProbes(): Promise<void> {
    await deleteInBatches(async (limit) => {
      const [, count] = await this.uow.manager.query<[unknown[], number]>(
        `DELETE FROM supply_probe WHERE id IN (
           SELECT id FROM supply_probe WHERE probed_at < now() - ${HISTORY} LIMIT $1)`,
        [limit],
      );
      return count;
    });
  }

  /** As a change of an exit does. */
  private async notifyGateways(): Promise<void> {
    await this.uow.requireTransaction().query(`SELECT pg_notify('gateway_exit', '')`);
  }
}

/** With a round every 15 seconds, 80 probes a minute of a kilobyte or two each. */
const MAX_PER_ROUND = 20;
const MAX_AT_ONCE = 5;

/** Probes every enabled network in the countries in use, and every enabled exit, in turn. */
@Injectable()
export class ScheduledProbesService {
  constructor(
    private readonly targets: ProbeTargetsRepository,
    private readonly prober: ProberService,
  ) {}

  async plan(): Promise<void> {
    await this.targets.plan();
    await this.targets.deleteOldProbes();
  }

  /** @returns how many were probed. */
  async probeDue(): Promise<number> {
    const due = await this.targets.takeDue(MAX_PER_ROUND);
    const waiting = [...due];
    const work = async () => {
      for (let target = waiting.shift(); target; target = waiting.shift()) await this.probe(target);
    };
    await Promise.all(Array.from({ length: MAX_AT_ONCE }, work));
    return due.length;
  }

  private async probe(target: ProbeTarget): Promise<void> {
    const { networkId, exitNodeId } = target;
    const country = networkId === null || target.country === 'zz' ? null : target.country;
    const result = await this.prober.probe({ networkId, exitNodeId, country });
    await this.targets.record(target, result, true);
  }
}

/** Probes that staff ask for. */
@Injectable()
export class NetworkProbesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly networks: SupplyNetworksService,
    private readonly prober: ProberService,
    private readonly targets: ProbeTargetsRepository,
    private readonly audit: AuditService,
  ) {}

  /**
   * Also of a disabled network. Takes 15 seconds at most.
   * @param country undefined is any.
   * @throws DomainError not_found NETWORK_NOT_FOUND.
   */
  async probe(actor: Actor, id: number, country: string | undefined): Promise<ProbeResult> {
    const { name } = await this.networks.get(id);
    const where = country === undefined ? 'any country' : country.toUpperCase();
    await this.uow.run(() =>
      this.audit.record(actor, {
        action: 'system.network_probed',
        target: `supply_network:${id}`,
        details: `Tested the network ${name} in ${where}`,
      }),
    );
    const result = await this.prober.probe({
      ...{ networkId: id, exitNodeId: null, country: country ?? null },
    });
    // A success puts it back on sale; failures count only when they are some time apart.
    const target = await this.targets.findTarget(id, country ?? 'zz');
    if (target && result.ok) await this.targets.record(target, result, false);
    return result;
  }
}
