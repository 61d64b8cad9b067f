import { BullModule } from '@nestjs/bullmq';
import { ResilientQueue } from './resilient-queue';

// `registerQueue` reads the class when a module's file is loaded, so it is set where all of them
// import BullModule from.
BullModule.queueClass = ResilientQueue;

export { BullModule };
