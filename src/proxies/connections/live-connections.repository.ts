import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { Proxy } from '../proxy.entity';

export interface ProxyConnectionSettings {
  readonly apiId: string;
  readonly showTargets: boolean;
}

/** What the connections of a proxy show. */
@Injectable()
export class LiveConnectionsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** @param userId its owner; of any owner when left out. */
  async find(id: number, userId?: number): Promise<ProxyConnectionSettings | null> {
    const proxy = await this.uow.manager.findOne(Proxy, {
      select: { id: true, proxyApiId: true, showTargets: true },
      where: { id, ...(userId !== undefined && { userId }) },
    });
    return proxy && { apiId: proxy.proxyApiId, showTargets: proxy.showTargets };
  }

  /** @returns whether the user has such a proxy. */
  async setShowTargets(id: number, userId: number, showTargets: boolean): Promise<boolean> {
    const { affected } = await this.uow.manager.update(Proxy, { id, userId }, { showTargets });
    return affected !== 0;
  }
}
