import { Injectable } from '@nestjs/common';
import { ListTokenRevocationService } from './connection-lists/list-token-revocation.service';
import { AutoRenewalSettingsService } from './renewal/auto-renewal-settings.service';
import { AutoTrafficService } from './renewal/auto-traffic.service';

/** Ends what a member of a team has set up for the owner together with the permission to buy. Needs an open unit of work. */
@Injectable()
export class MemberAccessRevocationService {
  constructor(
    private readonly listTokens: ListTokenRevocationService,
    private readonly autoRenewals: AutoRenewalSettingsService,
    private readonly autoTraffic: AutoTrafficService,
  ) {}

  async buyerAccessEnded(ownerId: number, memberId: number): Promise<void> {
    await this.listTokens.buyerAccessEnded(ownerId, memberId);
    await this.autoRenewals.stopOfMember(ownerId, memberId);
    await this.autoTraffic.stopOfMember(ownerId, memberId);
  }
}
