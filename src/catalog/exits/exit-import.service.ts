import {
  parseProxyList,
  type ListedProxy,
  type ProxyListFormat,
  type StaticProtocol,
} from '../../common/proxy-list';
import type { PoolKind } from '../catalog.types';
import {
  type CountryCodes,
  toMalformed,
  toUpstreamUrl,
  toCountryCodes,
} from '../stock/plan-import';
import type { ImportedLine, ImportResult } from '../stock/stock-unit.entity';
import { type NewExit, addExit } from './exit-list.service';
import { Injectable } from '@nestjs/common';
import { AuditService, type AuditActor } from '../../audit/audit.service';
import { decrypt } from '../../common/crypto/secrets';
import { invalidFields } from '../../common/errors/domain-error';
import { AppConfig } from '../../config/app-config';
import { AdvisoryLock } from '../../database/advisory-locks';
import { UnitOfWork } from '../../database/unit-of-work';
import { LocationRepository } from '../catalog.service';
import { MAX_IMPORT_LINES } from '../stock/stock-units.service';
import { exitContext } from '../catalog.encrypted-columns';

/** Lines say the place themselves, or take what the request says. */
export interface ExitImport {
  readonly text: string;
  readonly format: ProxyListFormat;
  readonly kind: PoolKind;
  /** ISO code in lower case. */
  readonly country?: string;
  /** Names; their codes follow from them. */
  readonly region?: string;
  readonly city?: string;
  readonly isp?: string;
  readonly weight?: number;
  readonly protocol?: StaticProtocol;
  readonly dryRun: boolean;
}

/** With the account of the upstream: never log it. */
export interface PlannedExit {
  readonly line: number;
  readonly key: string;
  readonly host: string;
  readonly port: number;
  readonly protocol: StaticProtocol;
  readonly exit: NewExit;
}

/** Decides about each line of a list without the exits that are there. */
export function planExitImport(
  request: ExitImport,
  countries: CountryCodes,
): { exits: PlannedExit[]; rejected: ImportedLine[] } {
  const { proxies, malformed } = parseProxyList(request.text, request.format, request.protocol);
  const rejected = malformed.map(({ line, reason }) => toMalformed(line, reason));
  const exits = new Map<string, PlannedExit>();
  for (const proxy of proxies) {
    const planned = toPlanned(proxy, request, countries);
    const first = typeof planned === 'string' ? undefined : exits.get(planned.key);
    if (typeof planned === 'string') rejected.push(toMalformed(proxy.line, planned));
    else if (first)
      rejected.push(toExitLine(planned, 'duplicate', `The same exit is on line ${first.line}.`));
    else exits.set(planned.key, planned);
  }
  return { exits: [...exits.values()], rejected };
}

/** @returns why it cannot be an exit, without a word of the line. */
function toPlanned(
  { line, host, port, username, password, ...said }: ListedProxy,
  request: ExitImport,
  countries: CountryCodes,
): PlannedExit | string {
  const { kind, weight } = request;
  const country = countries.get((said.country ?? request.country ?? '').toLowerCase());
  if (!country)
    return said.country
      ? 'The country is not known.'
      : 'The country is missing: choose one for the list.';
  const places = (['region', 'city', 'isp'] as const).map((part) =>
    toPlace(said[part] ?? request[part]),
  );
  if (places.includes(null)) return 'The name of a region, city or ISP has no Latin letters.';
  const [region, city, isp] = places.map((place) => place ?? undefined);
  const protocol = said.protocol ?? request.protocol ?? 'http';
  const url = toUpstreamUrl(protocol, host, port, username, password);
  const exit: NewExit = { kind, country, region, city, isp, upstream_url: url, weight };
  return { line, host, port, protocol, exit, key: toExitKey(kind, country, url) };
}

export const toExitLine = (
  { line, host, port, protocol, exit }: PlannedExit,
  outcome: 'added' | 'duplicate',
  reason: string | null = null,
): ImportedLine => ({
  line,
  outcome,
  address: host,
  port,
  protocol,
  country: exit.country,
  reason,
});

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
export function toExitKey(kind: string, country: string, upstreamUrl: string): string {
  const { hostname, port, username } = new URL(upstreamUrl);
  return [kind, country, hostname, port || '80', username].join('|');
}

/** Adds upstream exits of the pools from a list of proxies. */
@Injectable()
export class ExitImportService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly config: AppConfig,
    private readonly locations: LocationRepository,
    private readonly audit: AuditService,
  ) {}

  /**
   * Adds the exits of a list that are not there: another one of the kind and country has the same host, port and user
   * name. With `dryRun` nothing is written.
   * @throws DomainError invalid for a list that is too long or empty.
   */
  async import(actor: AuditActor, request: ExitImport): Promise<ImportResult> {
    const countries = await this.locations.findAllCountries();
    const { exits, rejected } = planExitImport(request, toCountryCodes(countries));
    const count = exits.length + rejected.length;
    if (count === 0) throw invalidFields({ text: ['The list is empty.'] });
    if (count > MAX_IMPORT_LINES)
      throw invalidFields({ text: [`A list has at most ${MAX_IMPORT_LINES} lines. Split it.`] });
    const fresh = await this.uow.run(() => this.addMissing(actor, exits, request.dryRun));
    const lines = exits.map((exit): ImportedLine =>
      fresh.has(exit)
        ? toExitLine(exit, 'added')
        : toExitLine(exit, 'duplicate', 'There is such an exit already.'),
    );
    return {
      isDryRun: request.dryRun,
      lines: [...lines, ...rejected].sort((a, b) => a.line - b.line),
      countries: countries.flatMap(({ code, name }) => {
        const added = [...fresh].filter(({ exit }) => exit.country === code).length;
        return added ? { country: code, countryName: name, added } : [];
      }),
    };
  }

  /** One import at a time: what there is can only be compared after decryption. @returns those that were missing. */
  private async addMissing(
    actor: AuditActor,
    exits: readonly PlannedExit[],
    dryRun: boolean,
  ): Promise<Set<PlannedExit>> {
    const manager = this.uow.requireTransaction();
    await manager.query(`SELECT pg_advisory_xact_lock($1)`, [AdvisoryLock.exitImports]);
    const known = await this.findKeys();
    const fresh = exits.filter(({ key }) => !known.has(key));
    if (dryRun || !fresh.length) return new Set(fresh);
    const secretsKey = this.config.key('secrets');
    for (const { exit } of fresh) await addExit(manager, secretsKey, exit);
    await this.audit.record(actor, {
      action: 'system.exits_added',
      target: 'catalog',
      details: `Imported ${fresh.length} upstream exits`,
    });
    return new Set(fresh);
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
