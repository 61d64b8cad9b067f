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

/** Invalid exit list. The message names entry and rule, never the password of an upstream. */
export class ExitListError extends Error {
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
