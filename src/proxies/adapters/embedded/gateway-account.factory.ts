import { encrypt } from '../../../common/crypto/cipher';
import { GIGABYTE, KIND_OF_TYPE } from '../../proxy.types';
import type { ProvisionRequest } from '../../ports/proxy-provider.port';
import { accountContext } from './gateway-account.encrypted-columns';
import type { NewGatewayAccount } from './gateway-account.repository';
import {
  digestPassword,
  generateApiId,
  generatePassword,
  generateSessionId,
  generateUsername,
} from './gateway-credentials';

const MINUTES_PER_DAY = 24 * 60;

export interface GatewayAccountKeys {
  /** Purpose `proxy-credential`. */
  readonly digest: Buffer;
  /** Purpose `secrets`. */
  readonly encryption: Buffer;
}

export interface GatewayCredentials {
  username: string;
  password: string;
  passwordDigest: Buffer;
  passwordEncrypted: string;
}

export function generateCredentials(apiId: string, keys: GatewayAccountKeys): GatewayCredentials {
  const password = generatePassword();
  return {
    username: generateUsername(),
    password,
    passwordDigest: digestPassword(keys.digest, password),
    passwordEncrypted: encrypt(keys.encryption, accountContext(apiId), password),
  };
}

/** One account for a pool order, one per reserved address for a datacenter order. */
export function buildGatewayAccounts(
  { order, reserved }: ProvisionRequest,
  keys: GatewayAccountKeys,
): NewGatewayAccount[] {
  const kind = KIND_OF_TYPE[order.type];
  if (order.type !== 'individual_ipv4')
    return [
      {
        ...buildIdentity(0, keys),
        kind,
        protocol: order.protocol,
        country: order.country,
        region: order.region,
        city: order.city,
        isp: order.isp,
        ttlMinutes: order.ttlMinutes,
        exitNodeId: null,
        exitAddress: null,
        limitBytes: BigInt(order.gigabytes) * GIGABYTE,
        validMinutes: order.validityDays * MINUTES_PER_DAY,
      },
    ];
  return reserved.slice(0, order.quantity).map((unit, ordinal) => ({
    ...buildIdentity(ordinal, keys),
    kind,
    protocol: order.protocol,
    country: order.country,
    region: null,
    city: null,
    isp: null,
    ttlMinutes: 0,
    exitNodeId: unit.exitNodeId,
    exitAddress: unit.address,
    limitBytes: null,
    validMinutes: order.durationMinutes,
  }));
}

function buildIdentity(ordinal: number, keys: GatewayAccountKeys) {
  const apiId = generateApiId();
  const { username, passwordDigest, passwordEncrypted } = generateCredentials(apiId, keys);
  return {
    apiId,
    ordinal,
    username,
    passwordDigest,
    passwordEncrypted,
    sessionId: generateSessionId(),
  };
}
