/** SQL for whole naira, half away from zero as `Money.toNaira`; the driver reads it as a number. */
export const toNairaSql = (kobo: string): string => `round((${kobo}) / 100.0)::float8`;
