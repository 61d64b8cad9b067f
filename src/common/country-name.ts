const NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** English name of a country. @param code ISO 3166-1 alpha-2, in either case; what has no name is returned in capitals. */
export const nameCountry = (code: string): string =>
  NAMES.of(code.toUpperCase()) ?? code.toUpperCase();
