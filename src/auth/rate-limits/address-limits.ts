/** Calls a minute from one address, by what they are for. */
export const REGISTRATIONS_PER_ADDRESS = 60;
export const LOGINS_PER_ADDRESS = 120;
export const CODES_PER_ADDRESS = 60;
