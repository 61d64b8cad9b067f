import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { ChainHead } from './chain-head.entity';

@Injectable()
export class ChainHeadRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** @returns false when the day has an export already. */
  async insertIfNew(day: string, content: string): Promise<boolean> {
    const { raw } = await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .insert()
      .into(ChainHead)
      .values({ day, content })
      .orIgnore()
      .returning('day')
      .execute();
    return (raw as unknown[]).length === 1;
  }

  async find(day: string): Promise<string | null> {
    const head = await this.uow.manager.findOneBy(ChainHead, { day });
    return head?.content ?? null;
  }
}
