import { withMessage } from '../../../common/http/api.decorators';
import { StreamableFile } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { PROTOCOLS, type Protocol } from '../../proxy.types';
import type { Connection, ListFormat, SharedList } from '../connection-lists.types';
import { toConnectionUrl, toCsv, toText } from '../connections';
import type { NewSharedList } from '../list-tokens.service';
import type { ConnectionListQuery } from './connection-list.query.dto';

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

const toSharedListData = ({ createdAt, lastUsedAt }: SharedList): SharedListData => ({
  created_at: createdAt,
  last_used_at: lastUsedAt,
});

export const toSharedList = (list: SharedList): SharedListData => toSharedListData(list);

export const toNewSharedList = (list: NewSharedList): NewSharedListData =>
  withMessage(
    { ...toSharedListData(list), token: list.token, url: list.url },
    'Keep this address to yourself: whoever has it can use the proxy.',
  );
