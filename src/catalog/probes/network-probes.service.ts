import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { SupplyNetworksService } from '../networks/supply-networks.service';
import { ProbeTargetsRepository } from '../health/probe-targets.repository';
import type { ProbeResult } from './probe.types';
import { ProberService } from './prober.service';

/** Probes that staff ask for. */
@Injectable()
export class NetworkProbesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly networks: SupplyNetworksService,
    private readonly prober: ProberService,
    private readonly targets: ProbeTargetsRepository,
    private readonly audit: AuditService,
  ) {}

  /**
   * Also of a disabled network. Takes 15 seconds at most.
   * @param country undefined is any.
   * @throws DomainError not_found NETWORK_NOT_FOUND.
   */
  async probe(actor: Actor, id: number, country: string | undefined): Promise<ProbeResult> {
    const { name } = await this.networks.get(id);
    const where = country === undefined ? 'any country' : country.toUpperCase();
    await this.uow.run(() =>
      this.audit.record(actor, {
        action: 'system.network_probed',
        target: `supply_network:${id}`,
        details: `Tested the network ${name} in ${where}`,
      }),
    );
    const result = await this.prober.probe({
      ...{ networkId: id, exitNodeId: null, country: country ?? null },
    });
    // A success puts it back on sale; failures count only when they are some time apart.
    const target = await this.targets.findTarget(id, country ?? 'zz');
    if (target && result.ok) await this.targets.record(target, result, false);
    return result;
  }
}
