import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
  PrimaryColumn,
} from 'typeorm';
import { isIP } from 'node:net';
import {
  canonicalAddress,
  type Cidr,
  isWithin,
  parseCidr,
  isLoopback,
  isPublic,
} from '../../common/net/addresses';

/**
 * An address from which a proxy, or every proxy of an account, needs no password once the owner has proved it
 * (`AddressHolder`). Rows are never updated; a trigger notifies the gateways, which read them through the view
 * `gateway_allowed_address`.
 */
@Entity('allowed_address')
@Index('allowed_address_account_key', ['userId', 'address'], {
  unique: true,
  where: 'proxy_id IS NULL',
})
@Index('allowed_address_proxy_key', ['proxyId', 'address'], {
  unique: true,
  where: 'proxy_id IS NOT NULL',
})
@Index(['address'])
@Index(['userId'])
export class AllowedAddress {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('User')
  @Column('integer')
  userId: number;

  /** Null: every proxy of the account, also one that is bought later. */
  @ForeignKey('Proxy')
  @Column('integer', { nullable: true })
  proxyId: number | null;

  /** As `canonicalAddress` returns it. */
  @Column('text')
  address: string;

  /** The API key with which it was made; null with a session. */
  @ForeignKey('ApiKey')
  @Column('integer', { nullable: true })
  apiKeyId: number | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

/**
 * Who has proved an address, by a request with a password from there: one customer, and no longer than it is on a list
 * of theirs and in use (the view `held_address`). Written by the function `gateway_prove_address`.
 */
@Entity('address_holder')
@Index(['userId'])
export class AddressHolder {
  @PrimaryColumn('text')
  address: string;

  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Column('integer')
  userId: number;

  @CreateDateColumn({ type: 'timestamptz' })
  provenAt: Date;

  /** Without a password, to the hour; at first when it was proved. */
  @CreateDateColumn({ type: 'timestamptz' })
  lastUsedAt: Date;
}

/** Addresses of examples (RFC 5737, RFC 3849), which nobody has. */
const DOCUMENTATION = ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32']
  .map(parseCidr)
  .filter((range): range is Cidr => range !== undefined);

/**
 * Which addresses can be allowed: those of the public Internet, since another one belongs to a different machine in every
 * network. Outside production also this machine's own and those of examples.
 */
export const isAllowable = (address: string, isProduction: boolean): boolean =>
  isPublic(address) || (!isProduction && (isLoopback(address) || isWithin(DOCUMENTATION, address)));

/** @returns the canonical address, or what is wrong with the text. */
export function parseAllowable(
  text: string,
  isProduction: boolean,
): { address: string } | { problem: string } {
  const trimmed = text.trim();
  const shown = trimmed.length > 60 ? `${trimmed.slice(0, 60)}…` : trimmed;
  const address = canonicalAddress(trimmed);
  if (address === undefined)
    return {
      problem: trimmed.includes('/')
        ? `“${shown}” is a range. Enter single addresses`
        : `“${shown}” is not an IPv4 or IPv6 address`,
    };
  if (!isAllowable(address, isProduction))
    return {
      problem: `${address} is not a public address. Enter the one that the internet sees${isIP(address) === 4 ? ', not one of your own network' : ''}`,
    };
  return { address };
}

/** In one list: that of an account, or of a proxy. */
export const MAX_ALLOWED_ADDRESSES = 20;
