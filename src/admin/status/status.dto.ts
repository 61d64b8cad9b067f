import { ApiProperty } from '@nestjs/swagger';
import { STATUS_COMPONENTS, type StatusComponent } from './status.entity';

export const STATUS_STATES = ['up', 'down', 'unknown'] as const;
export type StatusState = (typeof STATUS_STATES)[number];

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

export class StatusIncidentResponse {
  /** @example 7 */
  id: number;
  @ApiProperty(COMPONENT)
  component: StatusComponent;
  /** @example Outage: Gateway */
  title: string;
  body: string;
  started_at: Date;
}

export class StatusData {
  components: StatusComponentResponse[];
  /** Open ones, the newest first. */
  incidents: StatusIncidentResponse[];
}
