import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';
import { ROLES, type Role } from '../../../common/security/actor';
import { USER_STATUSES, type UserStatus } from '../../../users/users.types';
import { SearchQuery } from '../../paging/search-query.dto';
import { unlessAll } from '../../paging/unless-all';

/** Searches name, email, phone and id. */
export class ListUsersQuery extends SearchQuery {
  @ApiProperty({ enum: USER_STATUSES, enumName: 'UserStatus', required: false })
  @IsOptional()
  @Transform(unlessAll)
  @IsIn(USER_STATUSES)
  status?: UserStatus;

  @ApiProperty({ enum: ROLES, enumName: 'Role', required: false })
  @IsOptional()
  @Transform(unlessAll)
  @IsIn(ROLES)
  role?: Role;
}
