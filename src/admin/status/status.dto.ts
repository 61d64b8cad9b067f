import { ApiProperty, PickType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsString, MaxLength, MinLength } from 'class-validator';
import { HasVisibleLetter, trim } from '../../common/http/fields';
import {
  INCIDENT_IMPACTS,
  STATUS_COMPONENTS,
  type IncidentImpact,
  type StatusComponent,
} from './status.entity';

export const STATUS_STATES = ['up', 'down', 'unknown'] as const;
export type StatusState = (typeof STATUS_STATES)[number];

const IMPACT = { enum: INCIDENT_IMPACTS, enumName: 'IncidentImpact' };
const TITLE_MAX = 120;
const BODY_MAX = 2000;
const COMPONENT = { enum: Object.keys(STATUS_COMPONENTS), enumName: 'StatusComponent' };

export class StatusDayResponse {
  /** Of Lagos. @example 2026-11-28 */
  day: string;
  /** Percent of its observed minutes. @example 99.93 */
  uptime: number;
}

export class StatusComponentResponse {
  @ApiProperty(COMPONENT)
  id: StatusComponent;
  /** @example Gateway */
  name: string;
  /** `unknown`: not observed in the last five minutes. */
  @ApiProperty({ enum: STATUS_STATES, enumName: 'StatusState' })
  state: StatusState;
  /** Percent of the observed minutes of 90 days; null before the first. @example 99.97 */
  uptime: number | null;
  /** Those of the last 90 days that were observed, the oldest first. */
  days: StatusDayResponse[];
}

export class StatusUpdateResponse {
  body: string;
  created_at: Date;
}

export class StatusIncidentResponse {
  /** @example 7 */
  id: number;
  @ApiProperty(COMPONENT)
  component: StatusComponent;
  /** @example Outage: Gateway */
  title: string;
  body: string;
  @ApiProperty(IMPACT)
  impact: IncidentImpact;
  /** Opened by the probes, which also resolve it. */
  automatic: boolean;
  started_at: Date;
  /** Null while it is open. */
  resolved_at: Date | null;
  /** The newest first. */
  updates: StatusUpdateResponse[];
}

export class StatusData {
  components: StatusComponentResponse[];
  /** Open ones, the newest first. */
  incidents: StatusIncidentResponse[];
  /** Resolved within the last 14 days, the newest first. */
  recent: StatusIncidentResponse[];
}

export class IncidentsData {
  /** Open ones first, then the newest. */
  incidents: StatusIncidentResponse[];
}

export class IncidentUpdateDto {
  /** Plain text, 1 to 2000 characters. */
  @Transform(trim)
  @MaxLength(BODY_MAX, { message: `Text must be at most ${BODY_MAX} characters long` })
  @MinLength(1, { message: 'Please enter a text' })
  @IsString({ message: 'Please enter a text' })
  body: string;

  /** Whether the incident is over with it. */
  @IsBoolean()
  resolve: boolean;
}

export class OpenIncidentDto extends PickType(IncidentUpdateDto, ['body']) {
  /** One line, 1 to 120 characters. @example Slow connections in Lagos */
  @Transform(trim)
  @MaxLength(TITLE_MAX, { message: `Title must be at most ${TITLE_MAX} characters long` })
  @HasVisibleLetter({ message: 'Please enter a title' })
  @IsString({ message: 'Please enter a title' })
  title: string;

  @ApiProperty(COMPONENT)
  @IsIn(Object.keys(STATUS_COMPONENTS))
  component: StatusComponent;

  @ApiProperty(IMPACT)
  @IsIn(INCIDENT_IMPACTS)
  impact: IncidentImpact;
}
