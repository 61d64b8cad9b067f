/** An internet provider named by the number of its network: as37148. @returns the number; null for another name. */
export const readAsNumber = (isp: string | null): string | null =>
  /^as([1-9]\d{0,9})$/i.exec(isp ?? '')?.[1] ?? null;

/** What an AS number looks like where a customer writes it: 37148 or AS37148. */
export const AS_NUMBER = /^(?:as)?[1-9]\d{0,9}$/i;

/** @param text as `AS_NUMBER` has it. @returns the code of the provider as `readAsNumber` reads it. */
export const toAsCode = (text: string): string => `as${text.replace(/^as/i, '')}`;
