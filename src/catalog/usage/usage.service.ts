import { Injectable, Logger } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import type { ComparableAccount, ComparedDay, NetworkUsage, UsageSource } from './usage.dto';
import { AuditService } from '../../audit/audit.service';
import { invalidFields } from '../../common/errors/domain-error';
import type { Actor } from '../../common/security/actor';
import { Clock, DAY } from '../../common/time/clock';
import { SupplyNetworkRepository } from '../networks/network.repository';
import { isProviderError } from '../providers/adapters/provider-http';
import { ProviderAdapters } from '../providers/provider-adapters';
import { ProviderReadingRepository } from '../providers/provider-reading.repository';
import { ProviderRepository } from '../providers/providers.service';
import { networkNotFound } from '../catalog.errors';
import { countDay } from './count-day';
import { MonthPartitions } from '../../database/partitions/month-partitions';

const CARRIED = `
  SELECT n.id,
    coalesce(u.day_bytes, 0)::float AS "dayBytes", coalesce(round(u.day_picos / 1000000), 0)::text AS "dayMicros",
    coalesce(u.month_bytes, 0)::float AS "monthBytes", coalesce(round(u.month_picos / 1000000), 0)::text AS "monthMicros",
    p.balance_micros::text AS balance, p.left_micro_gb::float / 1000000 AS "leftGb"
  FROM supply_network n
  LEFT JOIN supply_network_account a ON a.network_id = n.id
  LEFT JOIN supply_provider p ON p.id = a.provider_id
  CROSS JOIN LATERAL (
    SELECT sum(h.bytes_up + h.bytes_down) AS month_bytes, sum(h.cost_usd_picos) AS month_picos,
           sum(h.bytes_up + h.bytes_down) FILTER (WHERE h.hour >= date_trunc('day', now(), 'Africa/Lagos')) AS day_bytes,
           sum(h.cost_usd_picos) FILTER (WHERE h.hour >= date_trunc('day', now(), 'Africa/Lagos')) AS day_picos
    FROM supply_network_hour h
    WHERE h.network_id = n.id AND h.hour >= date_trunc('month', now(), 'Africa/Lagos')) AS u
  ORDER BY n.id`;

const OUTCOMES = `
  SELECT network_id AS "networkId", outcome, sum(count)::float AS count FROM supply_outcome
  WHERE minute >= now() - interval '24 hours' GROUP BY 1, 2 ORDER BY 3 DESC, 2`;

const COMPARED_DAYS = 90;

interface Carried {
  id: number;
  dayBytes: number;
  dayMicros: string;
  monthBytes: number;
  monthMicros: string;
  balance: string | null;
  leftGb: number | null;
}

interface Outcome {
  networkId: number;
  outcome: string;
  count: number;
}

@Injectable()
export class NetworkUsageRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Of every network, by id. */
  async findAll(): Promise<NetworkUsage[]> {
    const [carried, outcomes] = await this.uow.all<[Carried[], Outcome[]]>(
      () => this.uow.manager.query<Carried[]>(CARRIED),
      () => this.uow.manager.query<Outcome[]>(OUTCOMES),
    );
    return carried.map((row) => {
      const own = outcomes.filter(({ networkId }) => networkId === row.id);
      return {
        networkId: row.id,
        today: { bytes: row.dayBytes, costMicros: BigInt(row.dayMicros) },
        month: { bytes: row.monthBytes, costMicros: BigInt(row.monthMicros) },
        asked: own.find(({ outcome }) => outcome === 'asked')?.count ?? 0,
        failures: own.flatMap(({ outcome, count }) =>
          outcome === 'asked' ? [] : [{ reason: outcome, count }],
        ),
        balanceMicros: row.balance === null ? null : BigInt(row.balance),
        leftGb: row.leftGb,
      };
    });
  }

  /** The days of the last three months that the provider's count is known of, the latest first. */
  findDays(networkId: number): Promise<ComparedDay[]> {
    return this.uow.manager.query<ComparedDay[]>(
      `SELECT day::text AS day, own_bytes::float AS "ownBytes", bytes::float AS "providerBytes", source,
              recorded_at AS "recordedAt", is_off AS "isOff"
       FROM supply_difference WHERE network_id = $1 AND day > (now() AT TIME ZONE 'UTC')::date - ${COMPARED_DAYS}
       ORDER BY day DESC`,
      [networkId],
    );
  }

  /** The last count of a day replaces those before. @param day of UTC: 2026-11-24. */
  async recordDay(
    networkId: number,
    day: string,
    bytes: number,
    source: UsageSource,
  ): Promise<void> {
    await this.uow.manager.query(
      `INSERT INTO supply_provider_usage (network_id, day, bytes, source) VALUES ($1, $2, $3, $4)
       ON CONFLICT (network_id, day) DO UPDATE SET
         bytes = excluded.bytes, source = excluded.source, recorded_at = now()`,
      [networkId, day, bytes, source],
    );
  }

  /** The accounts that one network uses, whose counts are therefore those of the network. */
  findComparable(): Promise<ComparableAccount[]> {
    return this.uow.manager.query<ComparableAccount[]>(
      `SELECT a.provider_id AS "providerId", min(a.network_id) AS "networkId", min(n.bytes_per_gb) AS "bytesPerGb"
       FROM supply_network_account a JOIN supply_network n ON n.id = a.network_id
       GROUP BY a.provider_id HAVING count(*) = 1 ORDER BY a.provider_id`,
    );
  }
}

/** Providers correct their counts for some days. */
const DAYS_READ = 3;

/** What networks carried and cost, and what their providers say about it. */
@Injectable()
export class NetworkUsageService {
  private readonly logger = new Logger(NetworkUsageService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly usage: NetworkUsageRepository,
    private readonly networks: SupplyNetworkRepository,
    private readonly providers: ProviderRepository,
    private readonly adapters: ProviderAdapters,
    private readonly readings: ProviderReadingRepository,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  list(): Promise<NetworkUsage[]> {
    return this.usage.findAll();
  }

  /** @throws DomainError not_found NETWORK_NOT_FOUND. */
  async listDays(networkId: number): Promise<ComparedDay[]> {
    if (!(await this.networks.findById(networkId))) throw networkNotFound();
    return this.usage.findDays(networkId);
  }

  /**
   * What staff read in the provider's dashboard.
   * @param day of UTC: 2026-11-24.
   * @throws DomainError not_found NETWORK_NOT_FOUND; invalid for a day that is none or has not begun.
   */
  async enterDay(
    actor: Actor,
    networkId: number,
    day: string,
    bytes: number,
  ): Promise<ComparedDay[]> {
    const begin = new Date(`${day}T00:00:00Z`);
    if (Number.isNaN(begin.getTime()) || toDay(begin) !== day || begin > this.clock.now())
      throw invalidFields({ day: ['Enter a day that has begun, such as 2026-11-24'] });
    await this.uow.run(async () => {
      const network = await this.networks.lock(networkId);
      if (!network) throw networkNotFound();
      await this.usage.recordDay(networkId, day, bytes, 'staff');
      await this.audit.record(actor, {
        action: 'system.supply_compared',
        target: `supply_network:${networkId}`,
        details: `Entered ${bytes} bytes as what the provider of ${network.name} counted on ${day}`,
      });
    });
    return this.usage.findDays(networkId);
  }

  /**
   * Finds what providers counted on the last complete days. A count is of an account, so it is compared where one network
   * uses the account; otherwise staff enter it.
   */
  async compareAll(): Promise<void> {
    for (const account of await this.usage.findComparable()) await this.compare(account);
  }

  private async compare({ providerId, networkId, bytesPerGb }: ComparableAccount): Promise<void> {
    const { adapter, account } = await this.adapters.find(providerId);
    const readings = adapter.usage ? [] : await this.readings.find(providerId);
    const today = Date.parse(toDay(this.clock.now()));
    try {
      for (let ago = DAYS_READ; ago >= 1; ago--) {
        const day = new Date(today - ago * DAY);
        const bytes = adapter.usage
          ? await adapter.usage.countDay(account, day)
          : countDay(readings, day, bytesPerGb);
        if (bytes !== null) await this.usage.recordDay(networkId, toDay(day), bytes, 'api');
      }
    } catch (error) {
      if (!isProviderError(error)) throw error;
      this.logger.warn({ provider: providerId, err: error }, 'Usage could not be read');
      await this.providers.recordError(providerId, error.message);
    }
  }
}

const toDay = (date: Date): string => date.toISOString().slice(0, 10);

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
