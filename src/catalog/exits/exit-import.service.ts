import { Injectable } from '@nestjs/common';
import { AuditService, type AuditActor } from '../../audit/audit.service';
import { decrypt } from '../../common/crypto/secrets';
import type { ListedProxy } from '../../common/proxy-list';
import { AppConfig } from '../../config/app-config';
import { AdvisoryLock } from '../../database/advisory-locks';
import { UnitOfWork } from '../../database/unit-of-work';
import { exitContext } from '../catalog.encrypted-columns';
import { CatalogCountry } from '../catalog.entity';
import { planImport, toImportData, type PlannedLine } from '../import';
import type { ImportData, ImportExitsDto } from '../import.dto';
import { addExit, type NewExit } from './exit-list.service';

interface PlannedExit extends PlannedLine {
  readonly exit: NewExit;
}

/** Adds upstream exits of the pools from a list of proxies. */
@Injectable()
export class ExitImportService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly config: AppConfig,
    private readonly audit: AuditService,
  ) {}

  /**
   * Adds the exits of a list that are not there: another one of the kind and country has the same host, port and user
   * name. With `dry_run` nothing is written.
   */
  async import(actor: AuditActor, body: ImportExitsDto): Promise<ImportData> {
    const isDryRun = body.dry_run ?? false;
    const countries = await this.uow.manager.find(CatalogCountry, { order: { name: 'ASC' } });
    const plan = planImport('exit', body, countries, (line, proxy) => toPlanned(line, proxy, body));
    const added = await this.uow.run(() => this.addMissing(actor, plan.planned, isDryRun));
    return toImportData('exit', plan, added, countries, isDryRun);
  }

  /** One import at a time: what there is can only be compared after decryption. @returns keys of those that were missing. */
  private async addMissing(
    actor: AuditActor,
    exits: readonly PlannedExit[],
    isDryRun: boolean,
  ): Promise<Set<string>> {
    const manager = this.uow.requireTransaction();
    await manager.query(`SELECT pg_advisory_xact_lock($1)`, [AdvisoryLock.exitImports]);
    const known = await this.findKeys();
    const fresh = exits.filter(({ key }) => !known.has(key));
    if (fresh.length && !isDryRun) {
      const secretsKey = this.config.key('secrets');
      for (const { exit } of fresh) await addExit(manager, secretsKey, exit);
      await this.audit.record(actor, {
        action: 'system.exits_added',
        target: 'catalog',
        details: `Imported ${fresh.length} upstream exits`,
      });
    }
    return new Set(fresh.map(({ key }) => key));
  }

  private async findKeys(): Promise<Set<string>> {
    const rows = await this.uow.manager.query<
      { id: number; kind: string; country: string; url: string }[]
    >(
      `SELECT id, kind, country::text AS country, upstream_url_encrypted AS url FROM exit_node
       WHERE upstream_url_encrypted IS NOT NULL`,
    );
    const secretsKey = this.config.key('secrets');
    return new Set(
      rows.flatMap(({ id, kind, country, url }) => {
        try {
          return [toExitKey(kind, country.trim(), decrypt(secretsKey, exitContext(id), url))];
        } catch {
          // An unreadable exit is like none; gateways leave it out as well.
          return [];
        }
      }),
    );
  }
}

/** @returns why it cannot be an exit, without a word of the line. */
function toPlanned(
  line: PlannedLine,
  said: ListedProxy,
  { kind, weight, ...body }: ImportExitsDto,
): PlannedExit | string {
  const { country, upstreamUrl } = line;
  const places = (['region', 'city', 'isp'] as const).map((part) =>
    toPlace(said[part] ?? body[part]),
  );
  if (places.includes(null)) return 'The name of a region, city or ISP has no Latin letters.';
  const [region, city, isp] = places.map((place) => place ?? undefined);
  const exit: NewExit = { kind, country, region, city, isp, upstream_url: upstreamUrl, weight };
  return { ...line, key: toExitKey(kind, country, upstreamUrl), exit };
}

/** Code and name as in lists of exits; null for a name that gives no code. */
function toPlace(name: string | undefined) {
  if (!name) return undefined;
  const code = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 64);
  return code ? { code, name: name.slice(0, 100) } : null;
}

/** What makes two exits the same: a user name may name another place or session at the same host. */
function toExitKey(kind: string, country: string, upstreamUrl: string): string {
  const { hostname, port, username } = new URL(upstreamUrl);
  return [kind, country, hostname, port || '80', username].join('|');
}
