
export type ProxyUsageParams = {
/**
 * Number of days, 1 to 90, including today. Defaults to 30.
 * @minimum 1
 * @maximum 90
 */
days?: number;
};
