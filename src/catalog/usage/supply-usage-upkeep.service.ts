import { Injectable } from '@nestjs/common';
import { MonthPartitions } from '../../database/partitions/month-partitions';
import { UnitOfWork } from '../../database/unit-of-work';

/** Error rates are told of the last hour; older outcomes are for looking back after an incident. */
const OUTCOMES_KEPT = `interval '7 days'`;

/** Keeps the tables of what networks carried in shape: costs are kept for ever, outcomes for a week. */
@Injectable()
export class SupplyUsageUpkeepService {
  constructor(
    private readonly partitions: MonthPartitions,
    private readonly uow: UnitOfWork,
  ) {}

  async keep(): Promise<void> {
    await this.partitions.create('supply_usage');
    await this.uow.manager.query(
      `DELETE FROM supply_outcome WHERE minute < now() - ${OUTCOMES_KEPT}`,
    );
  }
}
