const LAGOS_OFFSET_MS = 3_600_000;

/** An input of a day and time in Lagos, `YYYY-MM-DDTHH:mm` → ISO 8601; null when it is empty. */
export const fromLagosInput = (text: string): string | null => (text ? `${text}:00+01:00` : null);
/** ISO 8601 → such an input; empty for none. */
export const toLagosInput = (iso: string | null): string =>
  iso ? new Date(Date.parse(iso) + LAGOS_OFFSET_MS).toISOString().slice(0, 16) : '';
