/** SQL for whole naira, half away from zero as `Money.toNaira`; the driver reads it as a number. */
export const toNairaSql = (kobo: string): string => `round((${kobo}) / 100.0)::float8`;

/** SQL for naira with two decimals as text, as `Money.toDecimalString`. */
export const toDecimalSql = (kobo: string): string => `round((${kobo}) / 100.0, 2)::text`;
