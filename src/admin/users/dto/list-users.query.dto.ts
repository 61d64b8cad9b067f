import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';
import { ROLES, type Role } from '../../../common/security/actor';
import { USER_STATUSES, type UserStatus } from '../../../users/users.types';
import { emptyFilterToUndefined } from '../../../common/http/pagination.dto';
import { ShopListQuery } from '../../paging/dto/shop-list.query.dto';

/** Searches name, email, phone and id. */
export class ListUsersQuery extends ShopListQuery {
  @ApiProperty({ enum: USER_STATUSES, enumName: 'UserStatus', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(USER_STATUSES)
  status?: UserStatus;

  @ApiProperty({ enum: ROLES, enumName: 'Role', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(ROLES)
  role?: Role;
}
