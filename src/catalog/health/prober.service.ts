import { Injectable } from '@nestjs/common';
import {
  LISTENER_APPLICATION,
  PROBE_CHANNEL,
  type ProbeOutcome,
  inconclusive,
} from '../../common/gateway/gateway-messages';
import { UnitOfWork } from '../../database/unit-of-work';
import type { ProbeSubject, ProbeResult } from './health.entity';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { findCountryOf } from '../../common/country';
import { SECOND } from '../../common/time/clock';

export interface RequestState {
  readonly isClaimed: boolean;
  readonly outcome: ProbeOutcome | null;
}

/** SQL, since sending is one statement: it writes the request, notifies and counts who listens. */
@Injectable()
export class ProbeRequestRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** @returns how many gateway processes listen at the moment. */
  async send(id: string, { networkId, exitNodeId, country }: ProbeSubject): Promise<number> {
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

  /** Undefined when its exit or network is gone. */
  async find(id: string): Promise<RequestState | undefined> {
    const [row] = await this.uow.manager.query<RequestState[]>(
      `SELECT claimed_by IS NOT NULL AS "isClaimed", outcome FROM supply_probe_request WHERE id = $1`,
      [id],
    );
    return row;
  }

  /** Ends the request; a later answer is dropped. */
  async remove(id: string): Promise<void> {
    await this.uow.manager.query(`DELETE FROM supply_probe_request WHERE id = $1`, [id]);
  }
}

/** A gateway dials for 10 seconds and waits 4 for the answer. */
const ANSWER_TIMEOUT_MS = 15 * SECOND;
const CLAIM_TIMEOUT_MS = 4 * SECOND;
const FIRST_POLL_MS = 20;
const MAX_POLL_MS = 250;

/** Asks one live gateway to fetch the echo address through an exit or a network. */
@Injectable()
export class ProberService {
  constructor(private readonly requests: ProbeRequestRepository) {}

  /** Takes 15 seconds at most. Call it outside a transaction: gateways see the request once it is committed. */
  async probe(subject: ProbeSubject): Promise<ProbeResult> {
    const { statedCountry, ...outcome } = await this.request(subject);
    const located = outcome.exitIp === null ? null : await findCountryOf(outcome.exitIp);
    return { ...outcome, countryFound: located ?? statedCountry };
  }

  private async request(subject: ProbeSubject): Promise<ProbeOutcome> {
    const id = randomUUID();
    const startedAt = performance.now();
    const listeners = await this.requests.send(id, subject);
    try {
      if (listeners === 0) return inconclusive('No gateway is running.');
      for (let pause = FIRST_POLL_MS; ; pause = Math.min(pause * 2, MAX_POLL_MS)) {
        const state = await this.requests.find(id);
        if (!state) return inconclusive('It was removed while it was probed.');
        if (state.outcome) return state.outcome;
        const waited = performance.now() - startedAt;
        if (!state.isClaimed && waited > CLAIM_TIMEOUT_MS)
          return inconclusive('No gateway that is running can use it.');
        if (waited > ANSWER_TIMEOUT_MS)
          return inconclusive('The gateway did not answer within 15 seconds.');
        await sleep(pause);
      }
    } finally {
      await this.requests.remove(id);
    }
  }
}
