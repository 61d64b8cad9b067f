import type { DatacenterPurchaseRequest, PoolPurchaseRequest } from '../order.types';
import type { PoolSettings } from '../../proxy.types';
import type { BuyDatacenterDto } from './buy-datacenter.dto';
import type { BuyProxiesDto } from './buy-proxies.dto';
import type { UpdateResidentialMobileDto } from '../../configuration/dto/update-proxy.dto';

export const toPoolPurchase = (body: BuyProxiesDto): PoolPurchaseRequest => ({
  type: body.proxy_type,
  protocol: body.protocol,
  ttlMinutes: body.ttl_minutes,
  gigabytes: body.traffic_limit_mb,
  country: body.country,
  region: body.region ?? null,
  city: body.city ?? null,
  isp: body.isp ?? null,
});

export const toDatacenterPurchase = (body: BuyDatacenterDto): DatacenterPurchaseRequest => ({
  countryId: body.country_id,
  durationMinutes: body.duration_minutes,
  protocol: body.protocol,
  quantity: body.quantity,
});

export const toPoolSettings = (body: UpdateResidentialMobileDto): PoolSettings => ({
  protocol: body.protocol,
  ttlMinutes: body.ttl_minutes,
  country: body.country,
  region: body.region ?? null,
  city: body.city ?? null,
  isp: body.isp ?? null,
});
