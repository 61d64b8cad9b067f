import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { inconclusive, type ProbeOutcome } from '../../common/gateway/supply-probe';
import { findCountryOf } from '../../common/net/ip-country';
import { SECOND } from '../../common/time/clock';
import { ProbeRequestRepository } from './probe-request.repository';
import type { ProbeResult, ProbeSubject } from './probe.types';

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
