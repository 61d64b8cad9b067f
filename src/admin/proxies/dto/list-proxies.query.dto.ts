import { ApiProperty } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';
import {
  KIND_OF_TYPE,
  PROXY_STATUSES,
  type ProxyStatus,
  type ProxyType,
} from '../../../proxies/proxy.types';
import { emptyFilterToUndefined } from '../../../common/http/pagination.dto';
import { ShopListQuery } from '../../paging/dto/shop-list.query.dto';
import { PROXY_KINDS, type ProxyKind } from '../admin-proxies.types';

/** A product name is taken for its kind. */
const asKind = (params: TransformFnParams): unknown => {
  const value = emptyFilterToUndefined(params);
  return KIND_OF_TYPE[value as ProxyType] ?? value;
};

/** Searches the id, uuid, user name of the proxy, type, country, address, and the owner's name and e-mail. */
export class ListProxiesQuery extends ShopListQuery {
  /** A proxy past its expiry counts as expired, regardless of its stored status. */
  @ApiProperty({ enum: PROXY_STATUSES, enumName: 'ProxyStatus', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(PROXY_STATUSES)
  status?: ProxyStatus;

  @ApiProperty({ enum: PROXY_KINDS, enumName: 'ProxyKind', required: false })
  @IsOptional()
  @Transform(asKind)
  @IsIn(PROXY_KINDS)
  type?: ProxyKind;
}
