import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import {
  LISTENER_APPLICATION,
  inconclusive,
  PROBE_CHANNEL,
  type ProbeOutcome,
} from '../../common/gateway/gateway-messages';
import { findCountryOf } from '../../common/country';
import type { Actor } from '../../common/security/actor';
import { SECOND } from '../../common/time/clock';
import { deleteInBatches } from '../../database/batch-delete';
import { UnitOfWork } from '../../database/unit-of-work';
import { refuse } from '../catalog.errors';
import { SupplyNetwork } from '../networks/network.entity';
import type { ProbeData } from './health.dto';
import type { SupplyHealth, SupplyProbeRequest } from './health.entity';

/** Countries that are probed of a network beside its first, those with most proxies. */
const MAX_COUNTRIES_IN_USE = 20;
/** Of a network with a list of countries, probed whether or not somebody uses them. */
const FIRST_COUNTRIES = 3;
const MISSES_UNTIL_DOWN = 3;
const HISTORY = `interval '7 days'`;

/** With a round every 15 seconds, 80 probes a minute of a kilobyte or two each. */
const MAX_PER_ROUND = 20;
const MAX_AT_ONCE = 5;

/** A gateway dials for 10 seconds and waits 4 for the answer. */
const ANSWER_TIMEOUT_MS = 15 * SECOND;
const CLAIM_TIMEOUT_MS = 4 * SECOND;
const FIRST_POLL_MS = 20;
const MAX_POLL_MS = 250;

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

const TARGET = `id, network_id AS "networkId", exit_node_id AS "exitNodeId", country`;

type ProbeTarget = Pick<SupplyHealth, 'id' | 'networkId' | 'exitNodeId' | 'country'>;
type ProbeSubject = Pick<SupplyProbeRequest, 'networkId' | 'exitNodeId' | 'country'>;

export interface ProbeResult extends Omit<ProbeOutcome, 'statedCountry'> {
  /** Of the exit's address by the bundled table, else what the echo states; in lower case. */
  readonly countryFound: string | null;
}

/**
 * Probes every enabled network in the countries in use, and every enabled exit, in turn: one live gateway fetches the echo
 * address through it.
 */
@Injectable()
export class ProbesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly audit: AuditService,
  ) {}

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
    await this.deleteOldProbes();
  }

  /** @returns how many were probed. */
  async probeDue(): Promise<number> {
    const due = await this.takeDue();
    const waiting = [...due];
    const work = async () => {
      for (let target = waiting.shift(); target; target = waiting.shift()) {
        const { networkId, exitNodeId } = target;
        const country = networkId === null || target.country === 'zz' ? null : target.country;
        await this.record(target, await this.probe({ networkId, exitNodeId, country }), true);
      }
    };
    await Promise.all(Array.from({ length: MAX_AT_ONCE }, work));
    return due.length;
  }

  /**
   * For staff, also of a disabled network. Takes 15 seconds at most.
   * @param country undefined is any.
   */
  async probeNetwork(actor: Actor, id: number, country: string | undefined): Promise<ProbeData> {
    const network = await this.uow.manager.findOneBy(SupplyNetwork, { id });
    if (!network) throw refuse('NETWORK_NOT_FOUND');
    const where = country === undefined ? 'any country' : country.toUpperCase();
    await this.uow.run(() =>
      this.audit.record(actor, {
        action: 'system.network_probed',
        target: `supply_network:${id}`,
        details: `Tested the network ${network.name} in ${where}`,
      }),
    );
    const result = await this.testNetwork(id, country);
    return {
      ...{ ok: result.ok, error: result.error, exit_ip: result.exitIp },
      ...{ country_found: result.countryFound, latency_ms: result.latencyMs },
    };
  }

  /**
   * Takes 15 seconds at most. Call it outside a transaction.
   * @param country undefined is any.
   */
  async testNetwork(id: number, country: string | undefined): Promise<ProbeResult> {
    const result = await this.probe({ networkId: id, exitNodeId: null, country: country ?? null });
    const [target] = await this.uow.manager.query<ProbeTarget[]>(
      `SELECT ${TARGET} FROM supply_health WHERE network_id = $1 AND country = $2`,
      [id, country ?? 'zz'],
    );
    // A success puts it back on sale; failures count only when they are some time apart.
    if (target && result.ok) await this.record(target, result, false);
    return result;
  }

  /** Takes 15 seconds at most. Call it outside a transaction: gateways see the request once it is committed. */
  private async probe(subject: ProbeSubject): Promise<ProbeResult> {
    const { statedCountry, ...outcome } = await this.request(subject);
    const located = outcome.exitIp === null ? null : await findCountryOf(outcome.exitIp);
    return { ...outcome, countryFound: located ?? statedCountry };
  }

  private async request(subject: ProbeSubject): Promise<ProbeOutcome> {
    const id = randomUUID();
    const startedAt = performance.now();
    const listeners = await this.send(id, subject);
    try {
      if (listeners === 0) return inconclusive('No gateway is running.');
      for (let pause = FIRST_POLL_MS; ; pause = Math.min(pause * 2, MAX_POLL_MS)) {
        const [state] = await this.uow.manager.query<
          Pick<SupplyProbeRequest, 'claimedBy' | 'outcome'>[]
        >(`SELECT claimed_by AS "claimedBy", outcome FROM supply_probe_request WHERE id = $1`, [
          id,
        ]);
        if (!state) return inconclusive('It was removed while it was probed.');
        if (state.outcome) return state.outcome;
        const waited = performance.now() - startedAt;
        if (state.claimedBy === null && waited > CLAIM_TIMEOUT_MS)
          return inconclusive('No gateway that is running can use it.');
        if (waited > ANSWER_TIMEOUT_MS)
          return inconclusive('The gateway did not answer within 15 seconds.');
        await sleep(pause);
      }
    } finally {
      // A later answer is dropped.
      await this.uow.manager.query(`DELETE FROM supply_probe_request WHERE id = $1`, [id]);
    }
  }

  /** Writes the request and notifies in one statement. @returns how many gateway processes listen at the moment. */
  private async send(
    id: string,
    { networkId, exitNodeId, country }: ProbeSubject,
  ): Promise<number> {
    const [row] = await this.uow.manager.query<{ listeners: number }[]>(
      `WITH request AS (
         INSERT INTO supply_probe_request (id, network_id, exit_node_id, country)
         VALUES ($1, $2, $3, $4) RETURNING id),
       abandoned AS (
         DELETE FROM supply_probe_request WHERE id IN (
           SELECT id FROM supply_probe_request WHERE created_at < now() - interval '1 minute'
           FOR UPDATE SKIP LOCKED))
       SELECT (SELECT count(*)::int FROM pg_stat_activity
               WHERE application_name = $5 AND datname = current_database()) AS listeners,
              pg_notify($6, id::text)
       FROM request`,
      [id, networkId, exitNodeId, country, LISTENER_APPLICATION, PROBE_CHANNEL],
    );
    return row?.listeners ?? 0;
  }

  /** Those that waited longest. Nobody else gets them for two minutes. */
  private async takeDue(): Promise<ProbeTarget[]> {
    const [rows] = await this.uow.manager.query<[ProbeTarget[], number]>(
      `UPDATE supply_health SET next_probe_at = now() + interval '2 minutes' WHERE id IN (
         SELECT id FROM supply_health WHERE next_probe_at <= now()
         ORDER BY next_probe_at, id LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING ${TARGET}`,
      [MAX_PER_ROUND],
    );
    return rows;
  }

  /**
   * Puts it out of sale after the third failure in a row, back after a success, and tells the gateways.
   * @param counts whether a failure counts.
   */
  private async record({ id }: ProbeTarget, result: ProbeResult, counts: boolean): Promise<void> {
    const { ok, latencyMs, exitIp, countryFound, error } = result;
    const isMiss = counts && !ok && result.isConclusive;
    await this.uow.run(async () => {
      const manager = this.uow.requireTransaction();
      const [rows] = await manager.query<[{ hasChanged: boolean }[], number]>(
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
        await manager.query(
          `INSERT INTO supply_probe (network_id, exit_node_id, country, ok, latency_ms, exit_ip, country_found, error)
           SELECT network_id, exit_node_id, country, $2, $3, $4, $5, $6 FROM supply_health WHERE id = $1`,
          [id, ok, latencyMs, exitIp, countryFound, error],
        );
      if (rows[0]?.hasChanged) await this.notifyGateways();
    });
  }

  private async deleteOldProbes(): Promise<void> {
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
