import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, Max, Min } from 'class-validator';
import { IfGiven, ToInteger } from '../../../common/http/fields';
import { PlaceChoiceDto, toPlaceChoice } from '../../dto/place-choice.dto';
import { PROTOCOLS, type Protocol } from '../../proxy.types';
import {
  type ConnectionListRequest,
  LINE_STYLES,
  type LineStyle,
  LIST_FORMATS,
  LIST_SESSIONS,
  type ListFormat,
  type ListSession,
  MAX_LINES,
  MAX_TTL_MINUTES,
} from '../connection-lists.types';

const COUNT = { message: `count is a whole number from 1 to ${MAX_LINES}.` };
const TTL = { message: `ttl_minutes is a whole number from 0 to ${MAX_TTL_MINUTES}.` };

/** Which connections a list has; what is left out is as the proxy was bought. */
export class ConnectionListQuery extends PlaceChoiceDto {
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

export const toListRequest = (query: ConnectionListQuery): ConnectionListRequest => ({
  count: query.count ?? 1,
  ...toPlaceChoice(query),
  session: query.session,
  ttlMinutes: query.ttl_minutes,
  protocol: query.protocol,
});
