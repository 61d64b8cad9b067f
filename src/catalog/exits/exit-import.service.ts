import { Injectable } from '@nestjs/common';
import { AuditService, type AuditActor } from '../../audit/audit.service';
import { decrypt } from '../../common/crypto/cipher';
import { invalidFields } from '../../common/errors/domain-error';
import { AppConfig } from '../../config/app-config';
import { AdvisoryLock } from '../../database/advisory-locks';
import { UnitOfWork } from '../../database/unit-of-work';
import { LocationRepository } from '../locations/location.repository';
import { toCountryCodes } from '../stock/plan-import';
import { MAX_IMPORT_LINES } from '../stock/stock-units.service';
import type { ImportedLine, ImportResult } from '../stock/stock-units.types';
import { addExit } from './add-exits';
import { exitContext } from './exit.encrypted-columns';
import {
  type ExitImport,
  planExitImport,
  type PlannedExit,
  toExitKey,
  toExitLine,
} from './plan-exit-import';

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
