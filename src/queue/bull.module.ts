import { BullModule } from '@nestjs/bullmq';
import { Logger } from '@nestjs/common';
import { Queue, type QueueOptions } from 'bullmq';
import { SECOND, withTimeout } from '../common/time/clock';

const CLOSE_TIMEOUT_MS = 2 * SECOND;

/** The queue class of BullModule: logs a lost connection and does not block a shutdown on it. */
export class ResilientQueue extends Queue {
  private readonly logger = new Logger(ResilientQueue.name);

  constructor(name: string, options?: QueueOptions) {
    super(name, options);
    this.on('error', (error) =>
      this.logger.warn({ err: error, queue: name }, 'Queue connection lost'),
    );
  }

  override async close(): Promise<void> {
    const closed = super.close();
    await withTimeout(closed, CLOSE_TIMEOUT_MS, 'The queue did not close in time').catch(
      (error: unknown) => this.logger.warn({ err: error, queue: this.name }, 'Queue left open'),
    );
  }
}

// `registerQueue` reads the class when a module's file is loaded, so it is set where all of them
// import BullModule from.
BullModule.queueClass = ResilientQueue;

export { BullModule };
