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
  ValidateNested,
  validateSync,
} from 'class-validator';
import type { ExitKind } from '../catalog.types';

/** Raised when a list of exits cannot be used. Tells entry and rule, never an upstream's password. */
export class ExitListError extends Error {
  override name = 'ExitListError';
}

class ExitLocation {
  /** Stands in URLs and in gateway usernames, where a hyphen would end it. */
  @Matches(/^[a-z0-9_]{1,64}$/, { message: 'code must be lower case letters, digits and _' })
  code: string;

  @IsString()
  @Length(1, 100)
  name: string;
}

/** One line of a list of exits, as an operator writes it. */
export class NewExit {
  @IsIn(['datacenter', 'residential', 'mobile'])
  kind: ExitKind;

  @Matches(/^(?!zz)[a-z]{2}$/, { message: 'country must be an ISO 3166-1 code in lower case' })
  country: string;

  @IsOptional()
  @ValidateNested()
  @Type(() => ExitLocation)
  region?: ExitLocation;

  @IsOptional()
  @ValidateNested()
  @Type(() => ExitLocation)
  city?: ExitLocation;

  @IsOptional()
  @ValidateNested()
  @Type(() => ExitLocation)
  isp?: ExitLocation;

  /** An address of the gateway's host; either this or `upstream_url`. */
  @ValidateIf((exit: NewExit) => exit.upstream_url === undefined)
  @IsIP(undefined, { message: 'local_address must be an IP address, unless there is upstream_url' })
  local_address?: string;

  /** Another proxy: http://, socks5:// or socks5h://, with its credentials. */
  @IsOptional()
  @Matches(/^(http|socks5h?):\/\/[^\s/]+$/, {
    message: 'upstream_url must look like http://user:password@host:port',
  })
  upstream_url?: string;

  /** Share of the sessions that leave here, compared with its siblings. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(1000)
  weight?: number;

  /** Dedicated addresses of a datacenter exit: its stock. */
  @ValidateIf((exit: NewExit) => exit.addresses !== undefined)
  @IsArray()
  @ArrayUnique()
  @IsIP(undefined, { each: true, message: 'addresses must be IP addresses' })
  addresses?: string[];
}

/** @throws ExitListError naming every line that breaks a rule. */
export function parseExitList(text: string): NewExit[] {
  let lines: unknown;
  try {
    lines = JSON.parse(text);
  } catch {
    throw new ExitListError('The list of exits is not JSON.');
  }
  if (!Array.isArray(lines) || lines.length === 0)
    throw new ExitListError('The list of exits must be a JSON array with at least one entry.');
  const exits = lines.map((line) => plainToInstance(NewExit, Object(line)));
  const complaints = exits.flatMap((exit, index) =>
    findProblems(exit).map((problem) => `  entry ${index + 1}: ${problem}`),
  );
  if (complaints.length)
    throw new ExitListError(`The list of exits is not usable:\n${complaints.join('\n')}`);
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
