import { ApiProperty, ApiOkResponse, getSchemaPath, OmitType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { IfGiven, ToInteger } from '../../common/http/fields';
import { anyToNull, PlaceChoiceDto } from '../proxies.dto';
import { MAX_TTL_MINUTES, PROTOCOLS, type Protocol } from '../proxy.types';
import {
  LINE_STYLES,
  type LineStyle,
  LIST_FORMATS,
  LIST_SESSIONS,
  type ListFormat,
  type ListSession,
  MAX_LINES,
  type Connection,
  toConnectionUrl,
  toCsv,
  toText,
} from './connections';
import { StreamableFile } from '@nestjs/common';

const COUNT = { message: `count is a whole number from 1 to ${MAX_LINES}.` };
const TTL = { message: `ttl_minutes is a whole number from 0 to ${MAX_TTL_MINUTES}.` };

/** Which connections a list has; what is left out is as the proxy was bought. */
export class ConnectionListQuery extends OmitType(PlaceChoiceDto, ['country']) {
  /**
   * Country code, where the proxy was bought for any country. The lines take several, which commas separate, in turn; 20 at most.
   * @example ng,gh
   */
  @Transform(anyToNull)
  @IsOptional()
  // Each is looked up and priced.
  @Matches(/^[a-z]{2}(,[a-z]{2}){0,19}$/, {
    message: 'country is a two-letter code, or up to 20 with commas between them.',
  })
  country?: string | null;

  /** Number of connections, each with a session of its own. @example 10 */
  @IfGiven()
  @ToInteger()
  @IsInt(COUNT)
  @Min(1, COUNT)
  @Max(MAX_LINES, COUNT)
  count?: number;

  /** `sticky`: each connection keeps its address; `rotating`: a new address for every request. */
  @ApiProperty({ enum: LIST_SESSIONS, enumName: 'ListSession', required: false })
  @IfGiven()
  @IsIn(LIST_SESSIONS, { message: 'session is sticky or rotating.' })
  session?: ListSession;

  /** Minutes that a sticky connection keeps its address; 0 as long as possible. @example 30 */
  @IfGiven()
  @ToInteger()
  @IsInt(TTL)
  @Min(0, TTL)
  @Max(MAX_TTL_MINUTES, TTL)
  ttl_minutes?: number;

  /** That of the proxy when left out. */
  @ApiProperty({ enum: PROTOCOLS, enumName: 'Protocol', required: false })
  @IfGiven()
  @IsIn(PROTOCOLS, { message: 'Choose a protocol: http or socks5.' })
  protocol?: Protocol;

  /** `json` when left out, and `txt` for a shared address. */
  @ApiProperty({ enum: LIST_FORMATS, enumName: 'ListFormat', required: false })
  @IfGiven()
  @IsIn(LIST_FORMATS, { message: 'format is txt, csv or json.' })
  format?: ListFormat;

  /** Of a line in `txt`: `host:port:user:pass` when left out, `user:pass@host:port`, or a URL. */
  @ApiProperty({ enum: LINE_STYLES, enumName: 'LineStyle', required: false })
  @IfGiven()
  @IsIn(LINE_STYLES, { message: `style is ${LINE_STYLES.join(', ')}.` })
  style?: LineStyle;
}

export class EndpointResponse {
  /** @example proxy.example.com */
  host: string;
  /** @example 3128 */
  port: number;
  @ApiProperty({ enum: PROTOCOLS, enumName: 'Protocol' })
  protocol: Protocol;
  /** With place and session in it. @example np7k2m9d-cc-ng-session-s1-ttl-30 */
  username: string;
  password: string;
  /** All of it. @example http://np7k2m9d-cc-ng-session-s1-ttl-30:secret@proxy.example.com:3128 */
  url: string;
}

export class ConnectionListData {
  endpoints: EndpointResponse[];
}

export class SharedListData {
  created_at: Date;
  /** To the hour; null when it was never used. */
  last_used_at: Date | null;
}

export class NewSharedListData extends SharedListData {
  /** Shown once. */
  token: string;
  /** Takes the parameters of `GET /user/proxies/{id}/endpoints`. @example https://example.com/api/v1/lists/npl_… */
  url: string;
}

/** A file, or the envelope for `json`. */
export function toConnectionList(
  connections: readonly Connection[],
  { format, style }: ConnectionListQuery,
  fallback: ListFormat,
): ConnectionListData | StreamableFile {
  switch (format ?? fallback) {
    case 'txt':
      return toFile(toText(connections, style ?? 'host_port_user_pass'), 'text/plain');
    case 'csv':
      return toFile(toCsv(connections), 'text/csv');
    default:
      return {
        endpoints: connections.map((each) => ({ ...each, url: toConnectionUrl(each) })),
      };
  }
}

const toFile = (text: string, type: string): StreamableFile =>
  new StreamableFile(Buffer.from(text), { type: `${type}; charset=utf-8` });

const TEXT = { schema: { type: 'string' } } as const;

/** The answer in each of its formats. */
export const ApiConnectionList = () =>
  ApiOkResponse({
    description: 'The connections, in the requested format.',
    content: {
      'application/json': { schema: { $ref: getSchemaPath(ConnectionListData) } },
      'text/plain': TEXT,
      'text/csv': TEXT,
    },
  });
