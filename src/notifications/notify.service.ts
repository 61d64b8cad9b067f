import { Injectable, Logger } from '@nestjs/common';
import { Clock, DAY } from '../common/time/clock';
import { SentRepository } from './sent.repository';
import { ExpiryWatch } from './watches/expiry.watch';
import { LowBalanceWatch } from './watches/low-balance.watch';
import { SignInWatch } from './watches/sign-in.watch';
import { TrafficWatch } from './watches/traffic.watch';
import type { Watch } from './watches/watch';

const BATCH = 200;
/** The rest waits for the next run, so that no run is endless. */
const MOST_BATCHES = 50;
const KEEP_SENT = 400 * DAY;
const FORGET = 2000;

/** Finds what people should be told and tells them. */
@Injectable()
export class NotifyService {
  private readonly logger = new Logger(NotifyService.name);
  private readonly watches: readonly Watch[];

  constructor(
    private readonly clock: Clock,
    private readonly sent: SentRepository,
    signIns: SignInWatch,
    lowBalances: LowBalanceWatch,
    traffic: TrafficWatch,
    endings: ExpiryWatch,
  ) {
    this.watches = [signIns, lowBalances, traffic, endings];
  }

  /** @throws Error when one of the kinds could not be told; the others were. */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (const watch of this.watches)
      try {
        await this.drain(watch);
      } catch (error) {
        this.logger.error({ err: error, watch: watch.constructor.name }, 'Notices were not told');
        failures.push(error);
      }
    await this.sent.forgetBefore(this.clock.in(-KEEP_SENT), FORGET);
    if (failures.length) throw new AggregateError(failures, 'Some notices were not told');
  }

  private async drain(watch: Watch): Promise<void> {
    for (let batches = 0; batches < MOST_BATCHES; batches += 1)
      if (!(await watch.batch(BATCH))) return;
  }
}
