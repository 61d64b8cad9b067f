import { Injectable } from '@nestjs/common';
import { AuditChainService } from '../../audit/audit-chain.service';
import { UnitOfWork } from '../../database/unit-of-work';
import { INVARIANTS, type Invariant } from './invariants.queries';

export interface InvariantReport {
  readonly name: string;
  readonly description: string;
  readonly violations: number;
  /** Subjects of the first violations. */
  readonly examples: string[];
}

const EXAMPLES = 5;

/** Checks every invariant of money and delivery. Read only. */
@Injectable()
export class IntegrityService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly chain: AuditChainService,
  ) {}

  /** @returns one report per invariant, in their order, also for those that hold. */
  async check(): Promise<InvariantReport[]> {
    const reports: InvariantReport[] = [];
    for (const invariant of INVARIANTS) reports.push(await this.checkInvariant(invariant));
    return [...reports, await this.checkAuditChain()];
  }

  private async checkInvariant({
    name,
    description,
    violationsSql,
  }: Invariant): Promise<InvariantReport> {
    const [row] = await this.uow.manager.query(
      `SELECT count(*)::int AS violations,
              coalesce((array_agg(subject ORDER BY subject))[1:${EXAMPLES}], '{}') AS examples
       FROM (${violationsSql}) AS violation`,
    );
    return { name, description, ...row };
  }

  private async checkAuditChain(): Promise<InvariantReport> {
    const { brokenAt, unchained } = await this.chain.verify();
    return {
      name: 'audit-chain-is-whole',
      description: 'Every audit row is linked into one unbroken chain',
      violations: unchained + (brokenAt === null ? 0 : 1),
      examples: brokenAt === null ? [] : [`audit_log:${brokenAt}`],
    };
  }
}
