import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { SettingsService } from '../../settings/settings.service';
import type { SetupStep, SetupStepId } from './dashboard.dto';

const FOUND = `SELECT
  (SELECT count(*)::int FROM users WHERE role = 'admin' AND status = 'active' AND closed_at IS NULL) AS admins,
  (SELECT count(*)::int FROM users u WHERE role = 'admin' AND status = 'active' AND closed_at IS NULL
     AND NOT EXISTS (SELECT FROM two_factor f WHERE f.user_id = u.id AND f.enabled_at IS NOT NULL)) AS "withoutTwoFactor",
  EXISTS (SELECT FROM mail_message WHERE status = 'sent') AS "hasSentMail",
  EXISTS (SELECT FROM supply_probe p JOIN supply_network n ON n.id = p.network_id WHERE p.ok AND n.enabled)
    OR EXISTS (SELECT FROM supply_probe p JOIN exit_node e ON e.id = p.exit_node_id
               WHERE p.ok AND e.enabled AND NOT e.simulated)
    OR EXISTS (SELECT FROM stock_unit s WHERE s.upstream_url_encrypted IS NOT NULL AND s.enabled) AS "hasSupply",
  EXISTS (SELECT FROM price_list WHERE author_id IS NOT NULL) AS "hasPrices"`;

interface Found {
  readonly admins: number;
  readonly withoutTwoFactor: number;
  readonly hasSentMail: boolean;
  readonly hasSupply: boolean;
  readonly hasPrices: boolean;
}

/** What a shop needs before it takes money of customers. */
@Injectable()
export class SetupChecklistService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly config: AppConfig,
    private readonly settings: SettingsService,
  ) {}

  /** In the order in which they are done. */
  async getSteps(): Promise<SetupStep[]> {
    const settings = await this.settings.current();
    const [found] = await this.uow.manager.query<[Found]>(FOUND);
    const done: Record<SetupStepId, boolean> = {
      address: this.config.http.appUrl.startsWith('https://'),
      payments: !this.config.sandbox && Boolean(settings.korapaySecretKey),
      mail: settings.smtpHost !== null && found.hasSentMail,
      supply: found.hasSupply,
      prices: found.hasPrices,
      company: Boolean(settings.invoiceSellerAddress && settings.invoiceSellerTin),
      two_factor: found.withoutTwoFactor === 0,
      second_admin: found.admins > 1,
    };
    return (Object.keys(done) as SetupStepId[]).map((id) => ({ id, is_done: done[id] }));
  }
}
