import { Injectable } from '@nestjs/common';
import { plainNumber } from '../../audit/audit-changes.types';
import { AuditService, type AuditActor } from '../../audit/audit.service';
import type { Page, Paged } from '../../common/http/pagination.dto';
import { UnitOfWork } from '../../database/unit-of-work';
import { exitNotFound } from '../catalog.errors';
import { ExitRepository } from './exit.repository';
import type {
  ExitChange,
  ExitCounts,
  ExitFilter,
  ExitListing,
  ListedExit,
  ListedGateway,
} from './exits.types';

/** The exits that the gateways dial through, and the gateways that serve them. */
@Injectable()
export class ExitsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly exits: ExitRepository,
    private readonly audit: AuditService,
  ) {}

  /** @returns a page of the exits that match, and how many there are in the whole shop by status. */
  async list(filter: ExitFilter, page: Page): Promise<ExitListing> {
    const [exits, counts] = await this.uow.all<[Paged<ListedExit>, ExitCounts]>(
      () => this.exits.findPage(filter, page),
      () => this.exits.countByStatus(),
    );
    return { exits, counts };
  }

  /** In no order; without those that are gone. */
  findByIds(ids: readonly number[]): Promise<ListedExit[]> {
    return this.exits.findByIds(ids);
  }

  /** @returns every gateway that has reported in the last 30 days. */
  listGateways(): Promise<ListedGateway[]> {
    return this.exits.findGateways();
  }

  /**
   * Changes an exit. The gateways follow within seconds: a disabled exit gets no new connection and is not on sale,
   * and open tunnels go on. Without a difference nothing is written.
   * @throws DomainError not_found EXIT_NOT_FOUND.
   */
  update(actor: AuditActor, id: number, change: ExitChange): Promise<ListedExit> {
    return this.uow.run(async () => {
      const found = await this.exits.lock(id);
      if (!found) throw exitNotFound();
      const before = { enabled: found.enabled, weight: found.weight };
      const after = {
        enabled: change.enabled ?? before.enabled,
        weight: change.weight ?? before.weight,
      };
      if (after.enabled !== before.enabled || after.weight !== before.weight) {
        await this.exits.update(id, after);
        await this.audit.record(actor, {
          action: 'system.exit_changed',
          target: `exit_node:${id}`,
          details: `Changed exit ${id}: ${describeChange(before, after)}`,
          before: { ...before, weight: plainNumber(before.weight) },
          after: { ...after, weight: plainNumber(after.weight) },
        });
      }
      return (await this.exits.findById(id))!;
    });
  }
}

function describeChange(before: Required<ExitChange>, after: Required<ExitChange>): string {
  const parts: string[] = [];
  if (after.enabled !== before.enabled) parts.push(after.enabled ? 'enabled' : 'disabled');
  if (after.weight !== before.weight) parts.push(`weight ${before.weight} to ${after.weight}`);
  return parts.join(', ');
}
