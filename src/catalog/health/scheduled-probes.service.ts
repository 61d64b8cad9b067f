import { Injectable } from '@nestjs/common';
import { ProberService } from '../probes/prober.service';
import type { ProbeTarget } from './health.types';
import { ProbeTargetsRepository } from './probe-targets.repository';

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
