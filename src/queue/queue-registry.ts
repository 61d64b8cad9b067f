import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { getQueueToken } from '@nestjs/bullmq';
import type { Queue } from 'bullmq';
import { QUEUES, type QueueName } from './job-catalog';

/** Queues that the modules of this process registered with `BullModule.registerQueue`. */
@Injectable()
export class QueueRegistry {
  constructor(private readonly moduleRef: ModuleRef) {}

  /** @throws Error when no module of this process registers the queue. */
  get(name: QueueName): Queue {
    return this.moduleRef.get<Queue>(getQueueToken(name), { strict: false });
  }

  getAll(): [QueueName, Queue][] {
    return QUEUES.flatMap((name) => {
      try {
        return [[name, this.get(name)] as [QueueName, Queue]];
      } catch {
        return [];
      }
    });
  }
}
