import { Injectable, type PipeTransform } from '@nestjs/common';
import { DATACENTER_PRODUCT } from '../../../catalog/catalog.types';
import { invalidFields } from '../../../common/errors/domain-error';
import { validationPipe } from '../../../common/http/request.pipes';
import { POOL_PROXY_TYPES } from '../../proxy.types';
import { ExtensionQuoteDto } from '../../renewal/dto/renewal.dto';
import { BuyDatacenterDto } from './buy-datacenter.dto';
import { BuyProxiesDto } from './buy-proxies.dto';

/** The body of either purchase call, by its `proxy_type`, or of the extension of the proxy `proxy_id`. */
export type PurchaseBody = BuyDatacenterDto | BuyProxiesDto | ExtensionQuoteDto;

const POOL_TYPES: readonly unknown[] = POOL_PROXY_TYPES;
const findDto = (type: unknown) => {
  if (type === DATACENTER_PRODUCT) return BuyDatacenterDto;
  return POOL_TYPES.includes(type) ? BuyProxiesDto : null;
};

/** Validates a body as the purchase call of its `proxy_type` does. */
@Injectable()
export class PurchaseBodyPipe implements PipeTransform<unknown, Promise<PurchaseBody>> {
  private readonly pipe = validationPipe();

  async transform(body: unknown): Promise<PurchaseBody> {
    const fields = body as { proxy_type?: unknown; proxy_id?: unknown } | null;
    const metatype =
      fields?.proxy_id === undefined ? findDto(fields?.proxy_type) : ExtensionQuoteDto;
    if (!metatype)
      throw invalidFields({
        proxy_type: [
          `proxy_type must be one of ${[DATACENTER_PRODUCT, ...POOL_PROXY_TYPES].join(', ')}.`,
        ],
      });
    return (await this.pipe.transform(body, { type: 'body', metatype })) as PurchaseBody;
  }
}
