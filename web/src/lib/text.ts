/** References longer than 12 characters show their first 8 and last 4. */
export const shortenReference = (reference: string): string =>
  reference.length > 12 ? `${reference.slice(0, 8)}...${reference.slice(-4)}` : reference;

export const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** individual_ipv4 → Datacenter; residential_ipv4 → Residential. */
export function proxyTypeName(type: string): string {
  if (type.includes('individual') || type.includes('datacenter')) return 'Datacenter';
  return capitalise(type.split('_')[0] ?? type);
}

export const initials = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

/** `bank_transfer` as "Bank transfer". */
export const paymentMethodName = (method: string | null): string =>
  method ? capitalise(method.replaceAll('_', ' ')) : 'N/A';

/** 1 day, 30 days. */
export const formatDays = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`;

/** Whom something concerns, beyond doubt where two have the same name. */
export const nameWithEmail = ({ name, email }: { name: string; email: string }): string =>
  `${name} (${email})`;
