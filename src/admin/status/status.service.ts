import { Injectable } from '@nestjs/common';
import { EXIT_KINDS, type ExitKind } from '../../catalog/catalog.types';
import { GATEWAY_IS_UP, SUPPLY_IS_UP } from '../../catalog/health/health.service';
import { ZONE } from '../../common/time/calendar';
import { SECOND } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { IncidentsService } from './incidents.service';
import type { StatusData, StatusState } from './status.dto';
import { STATUS_COMPONENTS, type StatusComponent } from './status.entity';

const DAYS = 90;
const KEEP_DAYS = 400;
const RECENT_DAYS = 14;
const SHOWN_INCIDENTS = 30;
/** Minutes in a row after which an incident opens. */
const MISSES_OF_INCIDENT = 3;
const API_TIMEOUT_MS = 5 * SECOND;
const CACHE_MS = 10 * SECOND;
const TODAY = `(now() AT TIME ZONE '${ZONE}')::date`;

/** Whether the provider's list could be read last; unknown until it was read once. */
const PAYMENTS = `SELECT CASE WHEN EXISTS (SELECT FROM payment_reconciliation WHERE complete)
    THEN (SELECT complete FROM payment_reconciliation ORDER BY started_at DESC LIMIT 1) END AS up`;
/** Mail that waits after failed attempts, while none goes out. */
const EMAIL = `SELECT NOT EXISTS (SELECT FROM mail_message WHERE status = 'queued' AND attempts > 0
      AND created_at < now() - interval '10 minutes')
    OR EXISTS (SELECT FROM mail_message WHERE sent_at > now() - interval '10 minutes'
      AND created_at > now() - interval '1 day') AS up`;

/**
 * A job may run twice in a minute: only the first counts. What was never up is not counted as down: a new shop has no
 * outage while it starts.
 */
const OBSERVE = `INSERT INTO status_day AS d (component, day, minutes_observed, minutes_up, misses, observed_at)
  SELECT $1, ${TODAY}, 1, $2::boolean::int, CASE WHEN $2 THEN 0 ELSE 1 + coalesce(
    (SELECT misses FROM status_day WHERE component = $1 ORDER BY day DESC LIMIT 1), 0) END, now()
  WHERE $2 OR EXISTS (SELECT FROM status_day WHERE component = $1)
  ON CONFLICT (component, day) DO UPDATE SET minutes_observed = d.minutes_observed + 1,
    minutes_up = d.minutes_up + excluded.minutes_up, misses = excluded.misses, observed_at = now()
    WHERE d.observed_at < now() - interval '30 seconds'
  RETURNING misses`;

const READ = `SELECT component AS id, to_char(day, 'YYYY-MM-DD') AS day, minutes_observed AS observed, minutes_up AS up,
    CASE WHEN observed_at < now() - interval '5 minutes' THEN 'unknown' WHEN misses > 0 THEN 'down' ELSE 'up' END AS state
  FROM status_day WHERE day > ${TODAY} - ${DAYS} ORDER BY day`;

interface Row {
  readonly id: StatusComponent;
  readonly day: string;
  readonly observed: number;
  readonly up: number;
  readonly state: StatusState;
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Rounded down, so that 100 is never claimed for less. */
const toPercent = (up: number, observed: number): number => Math.floor((up / observed) * 1e4) / 100;

/** The public status: observed by the worker each minute, kept by day. */
@Injectable()
export class StatusService {
  private cached: { data: Promise<StatusData>; at: number } | undefined;

  constructor(
    private readonly config: AppConfig,
    private readonly uow: UnitOfWork,
    private readonly incidents: IncidentsService,
  ) {}

  /** At most ten seconds old. */
  read(): Promise<StatusData> {
    if (!this.cached || Date.now() - this.cached.at >= CACHE_MS) {
      const entry = { data: this.load(), at: Date.now() };
      this.cached = entry;
      entry.data.catch(() => {
        if (this.cached === entry) this.cached = undefined;
      });
    }
    return this.cached.data;
  }

  /** Counts a minute for each component, and opens and closes incidents, except for those of staff. */
  async observe(): Promise<void> {
    await this.record('api', await this.isApiUp());
    await this.record('payments', await this.isUp(PAYMENTS));
    await this.record('gateway', await this.isUp(GATEWAY_IS_UP));
    for (const kind of EXIT_KINDS) await this.record(kind, await this.isUp(SUPPLY_IS_UP, kind));
    await this.record('email', await this.isUp(EMAIL));
    await this.uow.manager.query(`DELETE FROM status_day WHERE day < ${TODAY} - ${KEEP_DAYS}`);
  }

  private async isUp(sql: string, ...kind: ExitKind[]): Promise<boolean | null> {
    const [row] = await this.uow.manager.query<[{ up: boolean | null }]>(sql, kind);
    return row.up;
  }

  /** As customers reach it. */
  private async isApiUp(): Promise<boolean> {
    try {
      const url = `${this.config.http.appUrl}/health/ready`;
      return (await fetch(url, { signal: AbortSignal.timeout(API_TIMEOUT_MS) })).ok;
    } catch {
      return false;
    }
  }

  private async record(component: StatusComponent, isUp: boolean | null): Promise<void> {
    if (isUp === null) return;
    const { manager } = this.uow;
    const [row] = await manager.query<{ misses: number }[]>(OBSERVE, [component, isUp]);
    if (isUp)
      await manager.query(
        'UPDATE status_incident SET resolved_at = now() WHERE component = $1 AND resolved_at IS NULL AND NOT manual',
        [component],
      );
    else if (row && row.misses >= MISSES_OF_INCIDENT)
      await manager.query(
        `INSERT INTO status_incident (component, title, started_at)
         SELECT $1, $2, now() - make_interval(mins => $3 - 1)
         WHERE NOT EXISTS (SELECT FROM status_incident WHERE component = $1 AND resolved_at IS NULL)
         ON CONFLICT DO NOTHING`,
        [component, `Outage: ${STATUS_COMPONENTS[component]}`, row.misses],
      );
  }

  private async load(): Promise<StatusData> {
    const { manager } = this.uow;
    const rows = await manager.query<Row[]>(READ);
    const incidents = await this.incidents.find(SHOWN_INCIDENTS, RECENT_DAYS);
    const components = Object.entries(STATUS_COMPONENTS).map(([key, name]) => {
      const id = key as StatusComponent;
      const days = rows.filter((row) => row.id === id);
      const observed = sum(days.map((day) => day.observed));
      return {
        ...{ id, name, state: days.at(-1)?.state ?? 'unknown' },
        uptime: observed ? toPercent(sum(days.map(({ up }) => up)), observed) : null,
        days: days.map(({ day, up, observed: minutes }) => ({
          day,
          uptime: toPercent(up, minutes),
        })),
      };
    });
    return {
      components,
      incidents: incidents.filter(({ resolved_at: at }) => at === null),
      recent: incidents.filter(({ resolved_at: at }) => at !== null),
    };
  }
}
