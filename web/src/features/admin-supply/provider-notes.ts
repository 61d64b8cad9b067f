import type { DialectId } from '@/api/generated/api.schemas';

interface ProviderNote {
  /** How the user name looks. */
  username?: string;
  /** What to know of its bill. */
  bill?: string;
  bytesPerGb?: number;
  preciseFactor?: number;
}

/** What the documentation of the providers says beside their syntax. */
const NOTES: Partial<Record<DialectId, ProviderNote>> = {
  oxylabs: { username: 'Of the proxy user, with or without “customer-” before it.' },
  decodo: { username: 'Of the proxy user, with or without “user-” before it.' },
  iproyal: { username: 'Of the residential proxy user. Parameters go into the password.' },
  bright_data: {
    username: 'Of the zone, in full: brd-customer-ID-zone-ZONE.',
    bill: 'Residential zones are for registered companies, which Bright Data checks first.',
  },
  soax: { username: 'The number of the package, such as 12345; its key is the password.' },
  dataimpulse: {
    bill: 'A region, city or ISP doubles the price: the cost factor is 2.',
    preciseFactor: 2,
  },
  evomi: {
    bill: 'A gigabyte has 1,000,000,000 bytes there, and an ISP costs extra.',
    bytesPerGb: 1_000_000_000,
  },
};

export const noteOf = (dialect: DialectId): ProviderNote => NOTES[dialect] ?? {};
