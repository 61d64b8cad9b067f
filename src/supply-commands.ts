import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { AuditService } from './audit/audit.service';
import { ExitRepository, ExitsService } from './catalog/exits/exits.service';
import { LocationRepository } from './catalog/catalog.service';
import { StockUnitRepository, StockUnitsService } from './catalog/stock/stock-units.service';
import { UNIT_STATUSES } from './catalog/stock/stock-unit.entity';
import { DomainError } from './common/errors/domain-error';
import { toPage } from './common/http/pagination.dto';
import { PROXY_LIST_FORMATS, type ProxyListFormat, STATIC_PROTOCOLS } from './common/proxy-list';
import { Clock } from './common/time/clock';
import { loadConfig } from './config/app-config';
import { connectDataSource } from './database/connect-data-source';
import { UnitOfWork } from './database/unit-of-work';
import { formatUsd } from './common/money/usd';
import { ProviderRepository } from './catalog/providers/providers.service';

/** The arguments of a command name nothing that it can work with. */
export class SupplyCommandError extends Error {
  override name = 'SupplyCommandError';
}

interface Supply {
  readonly units: StockUnitsService;
  readonly exits: ExitsService;
  readonly providers: ProviderRepository;
}

const PAGE_SIZE = 100;

/** Operator commands, which return the lines to print. */
export const SUPPLY_COMMANDS: Record<
  string,
  { help: string; run: (args: string[]) => Promise<string[]> }
> = {
  'stock:import': {
    help: 'add the bought addresses of a list; --country=de --protocol=socks5 --ends=2027-01-31 for lines that do not say, --dry-run to check it only',
    run: importStock,
  },
  'supply:list': {
    help: 'list the accounts at providers, the exits, and the bought addresses with their status and counts per country',
    run: listSupply,
  },
  'supply:disable': {
    help: 'take an exit or a bought address off sale, such as exit:12 or unit:7',
    run: disableSupply,
  },
};

/** @returns the lines to print: what was, or with `--dry-run` would be, added, and each malformed line. */
async function importStock(args: string[]): Promise<string[]> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      country: { type: 'string' },
      protocol: { type: 'string' },
      ends: { type: 'string' },
      format: { type: 'string', default: 'auto' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const [file] = positionals;
  if (!file) throw new SupplyCommandError('Name the file with the list of proxies.');
  const protocol = STATIC_PROTOCOLS.find((known) => known === values.protocol);
  if (values.protocol !== undefined && !protocol)
    throw new SupplyCommandError('--protocol takes http or socks5.');
  const format = PROXY_LIST_FORMATS.find(
    (known): known is ProxyListFormat => known === values.format,
  );
  if (!format) throw new SupplyCommandError(`--format takes ${PROXY_LIST_FORMATS.join(', ')}.`);
  const upstreamExpiresAt = values.ends === undefined ? undefined : new Date(values.ends);
  if (upstreamExpiresAt && Number.isNaN(upstreamExpiresAt.getTime()))
    throw new SupplyCommandError('--ends takes a date such as 2027-01-31.');
  const text = readFileSync(file, 'utf8');
  const country = values.country?.toLowerCase();
  const { lines, countries, isDryRun } = await withSupply(({ units }) =>
    units.import('system', {
      ...{ text, format, protocol, country, upstreamExpiresAt },
      dryRun: values['dry-run'],
    }),
  );
  const count = (outcome: string) => lines.filter((line) => line.outcome === outcome).length;
  return [
    `${isDryRun ? 'Would add' : 'Added'} ${count('added')} units; ${count('duplicate')} duplicates, ${count('malformed')} malformed lines`,
    ...countries.map(({ countryName, added }) => `  ${countryName}: ${added}`),
    ...lines.flatMap(({ outcome, line, reason }) =>
      outcome === 'malformed' ? [`  line ${line}: ${reason}`] : [],
    ),
  ];
}

function describeBalance(balanceMicros: bigint | null, leftGb: number | null): string {
  if (balanceMicros !== null) return `$${formatUsd(balanceMicros)}`;
  return leftGb === null ? 'balance not known' : `${leftGb.toFixed(2)} GB left`;
}

/** @returns a line per account at a provider, exit, country of stock and bought unit, without credentials. */
function listSupply(): Promise<string[]> {
  return withSupply(async ({ exits, units, providers }) => {
    const lines: string[] = [];
    for (const {
      id,
      name,
      kind,
      enabled,
      units: count,
      balanceMicros,
      leftGb,
    } of await providers.findAll())
      lines.push(
        `provider:${id}  ${kind} ${name}  ${count} units  ${describeBalance(balanceMicros, leftGb)}  ${enabled ? 'enabled' : 'disabled'}`,
      );
    for (let page = 1, last = 1; page <= last; page++) {
      const { rows, total } = (
        await exits.list({}, toPage({ page, per_page: PAGE_SIZE }, PAGE_SIZE))
      ).exits;
      last = Math.ceil(total / PAGE_SIZE);
      for (const { id, kind, country, status, localAddress, upstream, weight } of rows)
        lines.push(
          `exit:${id}  ${kind} ${country}  ${localAddress ?? upstream ?? 'units of stock'}  weight ${weight}  ${status}`,
        );
    }
    for (let page = 1, last = 1; page <= last; page++) {
      const listing = await units.list({}, toPage({ page, per_page: PAGE_SIZE }, PAGE_SIZE));
      const { rows, total } = listing.units;
      last = Math.ceil(total / PAGE_SIZE);
      if (page === 1)
        for (const { country, ...counts } of listing.countries)
          lines.push(
            `stock  ${country}  ${UNIT_STATUSES.map((status) => `${counts[status]} ${status}`).join(', ')}`,
          );
      for (const { id, country, address, status, upstreamExpiresAt } of rows)
        lines.push(
          `unit:${id}  datacenter ${country}  ${address}  ${upstreamExpiresAt ? `until ${upstreamExpiresAt.toISOString()}` : 'no end known'}  ${status}`,
        );
    }
    return lines.length ? lines : ['There is no supply'];
  });
}

/** @param args `exit:ID` or `unit:ID`, as `listSupply` names them. @returns the lines to print. */
async function disableSupply(args: string[]): Promise<string[]> {
  const [, kind, digits] = /^(exit|unit):(\d{1,9})$/.exec(args[0] ?? '') ?? [];
  if (!kind)
    throw new SupplyCommandError('Name an exit or a unit as supply:list does: exit:12 or unit:7.');
  const change = { enabled: false };
  await withSupply(async ({ exits, units }): Promise<unknown> =>
    kind === 'exit'
      ? exits.update('system', Number(digits), change)
      : units.update('system', Number(digits), change),
  );
  return [`Disabled ${args[0]}`];
}

/** The services without the application around them. @throws SupplyCommandError for what they refuse. */
async function withSupply<T>(work: (supply: Supply) => Promise<T>): Promise<T> {
  const config = loadConfig();
  const source = await connectDataSource(config.database.url, 2);
  try {
    const uow = new UnitOfWork(source);
    const audit = new AuditService(uow);
    return await work({
      providers: new ProviderRepository(uow, config),
      exits: new ExitsService(uow, new ExitRepository(uow, config), audit),
      units: new StockUnitsService(
        uow,
        new StockUnitRepository(uow, config),
        new LocationRepository(uow),
        new Clock(),
        audit,
      ),
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const fields = Object.values(error.details ?? {}).flat();
    throw new SupplyCommandError([error.message, ...fields.map(String)].join(' '));
  } finally {
    await source.destroy();
  }
}
