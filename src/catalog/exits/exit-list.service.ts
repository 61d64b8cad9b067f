import { OperatorError } from '../../common/errors/operator-error';
import { plainToInstance, Type } from 'class-transformer';
import {
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsIP,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateIf,
  IsObject,
  ValidateNested,
  validateSync,
} from 'class-validator';
import type { ExitKind } from '../catalog.types';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditService } from '../../audit/audit.service';
import { encrypt } from '../../common/crypto/secrets';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { exitContext } from '../catalog.encrypted-columns';
import { ExitNode } from './exit.entity';
import { isAlive, isInService, servesAddress } from '../on-sale';

/** Invalid exit list. The message names entry and rule, never the password of an upstream. */
export class ExitListError extends OperatorError {
  override name = 'ExitListError';
}

class ExitLocation {
  /** Part of URLs and of gateway usernames, where a hyphen is the separator. */
  @Matches(/^[a-z0-9_]{1,64}$/, { message: 'code must be lower case letters, digits and _' })
  code: string;

  @IsString()
  @Length(1, 100)
  name: string;
}

/** One entry of an exit list file. */
export class NewExit {
  @IsIn(['datacenter', 'residential', 'mobile'])
  kind: ExitKind;

  @Matches(/^(?!zz)[a-z]{2}$/, { message: 'country must be an ISO 3166-1 code in lower case' })
  country: string;

  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => ExitLocation)
  region?: ExitLocation;

  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => ExitLocation)
  city?: ExitLocation;

  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => ExitLocation)
  isp?: ExitLocation;

  /** Address of the gateway host; mutually exclusive with `upstream_url`. */
  @ValidateIf((exit: NewExit) => exit.upstream_url === undefined)
  @IsIP(undefined, { message: 'local_address must be an IP address, unless there is upstream_url' })
  local_address?: string;

  /** Another proxy: http://, socks5:// or socks5h://, with its credentials. */
  @IsOptional()
  @Matches(/^(http|socks5h?):\/\/[^\s/]+$/, {
    message: 'upstream_url must look like http://user:password@host:port',
  })
  upstream_url?: string;

  /** Relative share of the sessions. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(1000)
  weight?: number;

  /** Id or region of the gateways that may serve it; unset: every gateway that has the address. */
  @IsOptional()
  @Matches(/^[\w.-]{1,60}$/, { message: 'gateway_group must be the id or region of gateways' })
  gateway_group?: string;

  /** Stock of a datacenter exit: its dedicated addresses. */
  @ValidateIf((exit: NewExit) => exit.addresses !== undefined)
  @IsArray()
  @ArrayUnique()
  @IsIP(undefined, { each: true, message: 'addresses must be IP addresses' })
  addresses?: string[];
}

/** Sample input of `exits:add`, printed by its help text. A test parses it. */
export const EXIT_LIST_EXAMPLE = JSON.stringify(
  [
    {
      kind: 'residential',
      country: 'ng',
      region: { code: 'lagos', name: 'Lagos' },
      city: { code: 'ikeja', name: 'Ikeja' },
      isp: { code: 'mtn', name: 'MTN' },
      upstream_url: 'http://user:password@upstream.example.com:8000',
      weight: 1,
      gateway_group: 'lagos',
    },
    {
      kind: 'datacenter',
      country: 'de',
      city: { code: 'frankfurt', name: 'Frankfurt' },
      local_address: '203.0.113.10',
      addresses: ['203.0.113.11', '203.0.113.12'],
    },
  ],
  null,
  2,
);

/** @throws ExitListError naming every invalid entry. */
export function parseExitList(text: string): NewExit[] {
  let entries: unknown;
  try {
    entries = JSON.parse(text);
  } catch {
    throw new ExitListError('The list of exits is not JSON.');
  }
  if (!Array.isArray(entries) || entries.length === 0)
    throw new ExitListError('The list of exits must be a JSON array with at least one entry.');
  const exits = entries.map((entry) => plainToInstance(NewExit, Object(entry)));
  const problems = exits.flatMap((exit, index) =>
    findProblems(exit).map((problem) => `  entry ${index + 1}: ${problem}`),
  );
  if (problems.length)
    throw new ExitListError(`The list of exits is not usable:\n${problems.join('\n')}`);
  return exits;
}

function findProblems(exit: NewExit): string[] {
  const found = validateSync(exit, { whitelist: true, forbidNonWhitelisted: true })
    .flatMap((error) => [error, ...(error.children ?? [])])
    .flatMap((error) => Object.values(error.constraints ?? {}));
  if (exit.local_address !== undefined && exit.upstream_url !== undefined)
    found.push('either local_address or upstream_url, not both');
  if (exit.addresses && (exit.kind !== 'datacenter' || exit.upstream_url !== undefined))
    found.push('addresses belong to a datacenter exit with a local_address');
  return found;
}

/** Without an audit row. @returns its id. */
export async function addExit(manager: EntityManager, key: Buffer, exit: NewExit): Promise<number> {
  const [{ id }] = await manager.query<[{ id: number }]>(
    `SELECT nextval(pg_get_serial_sequence('exit_node', 'id'))::int AS id`,
  );
  const upstream = exit.upstream_url;
  await manager.insert(ExitNode, {
    id,
    kind: exit.kind,
    country: exit.country,
    regionCode: exit.region?.code,
    regionName: exit.region?.name,
    cityCode: exit.city?.code,
    cityName: exit.city?.name,
    ispCode: exit.isp?.code,
    ispName: exit.isp?.name,
    leave: upstream === undefined ? 'local' : 'upstream',
    localAddress: exit.local_address,
    upstreamUrlEncrypted: upstream === undefined ? null : encrypt(key, exitContext(id), upstream),
    weight: exit.weight ?? 1,
    gatewayGroup: exit.gateway_group,
  });
  const stock = exit.addresses ?? [];
  await manager.query(
    'INSERT INTO stock_unit (exit_node_id, address) SELECT $1, unnest($2::text[])',
    [id, stock],
  );
  return id;
}

/** An address of an exit, its own or a dedicated one. */
export interface ServedAddress {
  readonly exitNodeId: number;
  /** Null for an exit that is another proxy. */
  readonly address: string | null;
  /** Ids of the live gateways that serve it. */
  readonly gateways: readonly string[];
  readonly inService: boolean;
}

/** A line per address for the operator who has added the exits. */
export const describeServedAddress = ({ exitNodeId, ...served }: ServedAddress): string => {
  const name = `exit ${exitNodeId}, ${served.address ?? 'upstream'}`;
  if (served.gateways.length) return `${name}: served by ${served.gateways.join(', ')}`;
  return served.inService
    ? `${name}: served by no gateway that runs at the moment`
    : `${name}: no gateway serves it, so it is not on sale until one reports it`;
};

@Injectable()
export class ExitListService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly audit: AuditService,
    private readonly config: AppConfig,
  ) {}

  /**
   * Adds exits in one transaction; a trigger notifies the gateways. SQL where the encryption needs the id
   * before the insert, and where an array inserts any number of addresses.
   * @returns ids of the exits, and how many dedicated addresses were added.
   */
  async add(exits: readonly NewExit[]): Promise<{ exitNodeIds: number[]; addresses: number }> {
    return this.uow.run(async () => {
      const manager = this.uow.requireTransaction();
      const exitNodeIds: number[] = [];
      for (const exit of exits)
        exitNodeIds.push(await addExit(manager, this.config.key('secrets'), exit));
      const addresses = exits.reduce((sum, exit) => sum + (exit.addresses?.length ?? 0), 0);
      await this.audit.record('system', {
        action: 'system.exits_added',
        target: 'catalog',
        details: `Added ${exits.length} exits and ${addresses} addresses`,
      });
      return { exitNodeIds, addresses };
    });
  }

  findServedAddresses(exitNodeIds: readonly number[]): Promise<ServedAddress[]> {
    return this.uow.manager.query(
      `SELECT e.id AS "exitNodeId", a.address, ${isInService('e', 'a.address')} AS "inService",
            ARRAY(SELECT g.id FROM gateway g WHERE ${isAlive('g')}
                  AND ${servesAddress('g', 'e', 'a.address')} ORDER BY g.id) AS gateways
     FROM exit_node e CROSS JOIN LATERAL (
       SELECT e.local_address AS address, 0 AS place
       UNION ALL SELECT s.address, s.id FROM stock_unit s WHERE s.exit_node_id = e.id) AS a
     WHERE e.id = ANY ($1::int[]) ORDER BY e.id, a.place`,
      [exitNodeIds],
    );
  }
}
