import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { SandboxFault } from './fault.entity';
import type { Behaviour, FaultRoute, NewFault } from './fault-injection';

/** Configured faults, stored in the database so that they survive a restart. */
@Injectable()
export class FaultInjectionRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async add(fault: NewFault): Promise<void> {
    const { times, behaviour, ...match } = fault;
    await this.uow.manager.insert(SandboxFault, {
      ...match,
      remaining: times,
      behaviour: behaviour as object,
    });
  }

  /** Consumes the oldest fault that matches this call. */
  async take(route: FaultRoute, reference: string): Promise<Behaviour | null> {
    return this.uow.run(async () => {
      const manager = this.uow.requireTransaction();
      const fault = await manager
        .createQueryBuilder(SandboxFault, 'fault')
        .where('fault.route = :route', { route })
        .andWhere('(fault.reference IS NULL OR fault.reference = :reference)', { reference })
        .andWhere('(fault.remaining IS NULL OR fault.remaining > 0)')
        .orderBy('fault.id')
        .limit(1)
        .setLock('pessimistic_write')
        .getOne();
      if (!fault) return null;
      await manager.decrement(SandboxFault, { id: fault.id }, 'remaining', 1);
      return fault.behaviour;
    });
  }

  list(): Promise<unknown[]> {
    return this.uow.manager.find(SandboxFault, {
      select: { route: true, reference: true, remaining: true, behaviour: true },
      order: { id: 'ASC' },
    });
  }

  async clear(): Promise<void> {
    await this.uow.manager.deleteAll(SandboxFault);
  }
}
