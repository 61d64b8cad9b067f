import { Injectable } from '@nestjs/common';
import { AuditChainService } from '../../audit/audit-chain.service';
import { UnitOfWork } from '../../database/unit-of-work';
import { INVARIANTS, type Invariant } from './invariants.queries';

export interface InvariantReport {
  readonly name: string;
  readonly promise: string;
  readonly breaches: number;
  /** A few of those that break it. */
  readonly examples: string[];
}

const EXAMPLES = 5;

/** Asks the database whether every promise about money and delivery holds. Changes nothing. */
@Injectable()
export class IntegrityService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly chain: AuditChainService,
  ) {}

  /** @returns a line per promise, in their order, also for those that hold. */
  async check(): Promise<InvariantReport[]> {
    const reports: InvariantReport[] = [];
    for (const invariant of INVARIANTS) reports.push(await this.ask(invariant));
    return [...reports, await this.checkAuditChain()];
  }

  private async ask({ name, promise, breaches }: Invariant): Promise<InvariantReport> {
    const [row] = await this.uow.manager.query(
      `SELECT count(*)::int AS breaches,
              coalesce((array_agg(subject ORDER BY subject))[1:${EXAMPLES}], '{}') AS examples
       FROM (${breaches}) AS breach`,
    );
    return { name, promise, ...row };
  }

  private async checkAuditChain(): Promise<InvariantReport> {
    const { brokenAt, unchained } = await this.chain.verify();
    return {
      name: 'audit-chain-is-whole',
      promise: 'Every audit row is linked into one unbroken chain',
      breaches: unchained + (brokenAt === null ? 0 : 1),
      examples: brokenAt === null ? [] : [`audit_log:${brokenAt}`],
    };
  }
}
