import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { Money } from '../../common/money/money';
import { TEAM_ROLES, type TeamRole } from '../../common/security/actor';
import type { TeamRights } from '../team.types';

const LIMIT = { message: 'A limit is a whole number of naira from 1 to 100,000,000' };

export class TeamRightsDto {
  /** `buyer`: looks, buys, renews and configures proxies. `viewer`: only looks. */
  @ApiProperty({ enum: TEAM_ROLES, enumName: 'TeamRole' })
  @IsIn(TEAM_ROLES, { message: `role is one of ${TEAM_ROLES.join(', ')}` })
  role: TeamRole;

  /**
   * Whole naira that a buyer may spend from midnight to midnight in Lagos; left out or null, without a limit.
   * @example 20000
   */
  @IsOptional()
  @IsInt(LIMIT)
  @Min(1, LIMIT)
  @Max(100_000_000, LIMIT)
  daily_limit?: number | null;

  /** The same for a calendar month. @example 200000 */
  @IsOptional()
  @IsInt(LIMIT)
  @Min(1, LIMIT)
  @Max(100_000_000, LIMIT)
  monthly_limit?: number | null;
}

/** A viewer spends nothing, and has no limits. */
export const toTeamRights = (body: TeamRightsDto): TeamRights => ({
  role: body.role,
  dailyLimit: toLimit(body, body.daily_limit),
  monthlyLimit: toLimit(body, body.monthly_limit),
});

const toLimit = ({ role }: TeamRightsDto, naira: number | null | undefined): Money | null =>
  role === 'viewer' || naira == null ? null : Money.naira(naira);
