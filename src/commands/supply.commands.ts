import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';
import { CatalogModule } from '../catalog/catalog.module';
import {
  describeServedAddress,
  EXIT_LIST_EXAMPLE,
  ExitListService,
  parseExitList,
} from '../catalog/exits/exit-list.service';
import { ExitsService } from '../catalog/exits/exits.service';
import { ProvidersService } from '../catalog/providers/providers.service';
import { UNIT_STATUSES } from '../catalog/stock/stock-unit.entity';
import { StockUnitsService } from '../catalog/stock/stock-units.service';
import { DomainError } from '../common/errors/domain-error';
import { OperatorError } from '../common/errors/operator-error';
import { formatUsd, toMicros } from '../common/money/usd';
import { PROXY_LIST_FORMATS, type ProxyListFormat, STATIC_PROTOCOLS } from '../common/proxy-list';
import { loadConfig } from '../config/app-config';
import { runInApplication } from '../database/run-in-application';
import { poll } from '../embedded/poll';
import type { Commands } from './commands';

const PAGE_SIZE = 100;

export const SUPPLY_COMMANDS: Commands = {
  'exits:add': {
    help: 'add the exits of a JSON file; without a file, show its format',
    run: addExits,
  },
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

/** Gateways look at new exits within seconds, so what is missing then is missing on their machines. */
const SERVED_WITHIN_MS = 7_000;

async function addExits([file]: string[], print: (line: string) => void): Promise<string[]> {
  if (!file) return [EXIT_LIST_EXAMPLE];
  const exits = parseExitList(readFileSync(file, 'utf8'));
  return withSupply(async (app) => {
    const list = app.get(ExitListService);
    const added = await list.add(exits);
    // Before what may fail: it is committed.
    print(`Added ${added.exitNodeIds.length} exits and ${added.addresses} addresses`);
    let served = await list.findServedAddresses(added.exitNodeIds);
    const isServed = () => served.every(({ gateways }) => gateways.length > 0);
    await poll(
      async () =>
        isServed() || ((served = await list.findServedAddresses(added.exitNodeIds)), isServed()),
      SERVED_WITHIN_MS,
      500,
    );
    return served.map((one) => `  ${describeServedAddress(one)}`);
  });
}

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
  if (!file) throw new OperatorError('Name the file with the list of proxies.');
  const protocol = STATIC_PROTOCOLS.find((known) => known === values.protocol);
  if (values.protocol !== undefined && !protocol)
    throw new OperatorError('--protocol takes http or socks5.');
  const format = PROXY_LIST_FORMATS.find(
    (known): known is ProxyListFormat => known === values.format,
  );
  if (!format) throw new OperatorError(`--format takes ${PROXY_LIST_FORMATS.join(', ')}.`);
  if (values.ends !== undefined && Number.isNaN(Date.parse(values.ends)))
    throw new OperatorError('--ends takes a date such as 2027-01-31.');
  const text = readFileSync(file, 'utf8');
  const country = values.country?.toLowerCase();
  const { lines, countries, counts, dry_run } = await withSupply((app) =>
    app.get(StockUnitsService).import('system', {
      ...{ text, format, protocol, country, upstream_expires_at: values.ends },
      dry_run: values['dry-run'],
    }),
  );
  return [
    `${dry_run ? 'Would add' : 'Added'} ${counts.added} units; ${counts.duplicate} duplicates, ${counts.malformed} malformed lines`,
    ...countries.map(({ country_name, added }) => `  ${country_name}: ${added}`),
    ...lines.flatMap(({ outcome, line, reason }) =>
      outcome === 'malformed' ? [`  line ${line}: ${reason}`] : [],
    ),
  ];
}

function describeBalance(balanceUsd: number | null, leftGb: number | null): string {
  if (balanceUsd !== null) return `$${formatUsd(toMicros(balanceUsd))}`;
  return leftGb === null ? 'balance not known' : `${leftGb.toFixed(2)} GB left`;
}

/** @returns a line per account at a provider, exit, country of stock and bought unit, without credentials. */
function listSupply(): Promise<string[]> {
  return withSupply(async (app) => {
    const [exits, units] = [app.get(ExitsService), app.get(StockUnitsService)];
    const lines: string[] = [];
    const { providers } = await app.get(ProvidersService).list();
    for (const { id, name, kind, enabled, ...provider } of providers)
      lines.push(
        `provider:${id}  ${kind} ${name}  ${provider.units} units  ${describeBalance(provider.balance_usd, provider.left_gb)}  ${enabled ? 'enabled' : 'disabled'}`,
      );
    for (let page = 1, last = 1; page <= last; page++) {
      const listing = await exits.list({ page, per_page: PAGE_SIZE }, true);
      last = listing.pagination.last_page;
      for (const { id, kind, country, status, local_address, upstream, weight } of listing.exits)
        lines.push(
          `exit:${id}  ${kind} ${country}  ${local_address ?? upstream ?? 'units of stock'}  weight ${weight}  ${status}`,
        );
    }
    for (let page = 1, last = 1; page <= last; page++) {
      const listing = await units.list({ page, per_page: PAGE_SIZE }, true);
      last = listing.pagination.last_page;
      if (page === 1)
        for (const { country, ...counts } of listing.countries)
          lines.push(
            `stock  ${country}  ${UNIT_STATUSES.map((status) => `${counts[status]} ${status}`).join(', ')}`,
          );
      for (const { id, country, address, status, upstream_expires_at: end } of listing.units)
        lines.push(
          `unit:${id}  datacenter ${country}  ${address}  ${end ? `until ${end.toISOString()}` : 'no end known'}  ${status}`,
        );
    }
    return lines.length ? lines : ['There is no supply'];
  });
}

/** @param args `exit:ID` or `unit:ID`, as `listSupply` names them. @returns the lines to print. */
async function disableSupply(args: string[]): Promise<string[]> {
  const [, kind, digits] = /^(exit|unit):(\d{1,9})$/.exec(args[0] ?? '') ?? [];
  if (!kind)
    throw new OperatorError('Name an exit or a unit as supply:list does: exit:12 or unit:7.');
  const change = { enabled: false };
  await withSupply(async (app): Promise<unknown> =>
    kind === 'exit'
      ? app.get(ExitsService).update('system', Number(digits), change)
      : app.get(StockUnitsService).update('system', Number(digits), change),
  );
  return [`Disabled ${args[0]}`];
}

/** @throws OperatorError for what the services refuse. */
async function withSupply<T>(work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
  try {
    return await runInApplication(loadConfig(), [CatalogModule], work);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const fields = Object.values(error.details ?? {}).flat();
    throw new OperatorError([error.message, ...fields.map(String)].join(' '));
  }
}
