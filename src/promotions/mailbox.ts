/** Providers that deliver name+anything to name, as they document. */
const PLUS_ADDRESSING = new Set([
  ...['gmail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'icloud.com', 'me.com'],
  ...['mac.com', 'proton.me', 'protonmail.com', 'pm.me', 'fastmail.com'],
]);

/** One spelling of the addresses that lead to one mailbox. Other domains may give name+a and name+b to two people. */
export function toMailbox(email: string): string {
  const [, local = '', host = ''] = /^(.*)@(.*)$/.exec(email.toLowerCase()) ?? [];
  const domain = host === 'googlemail.com' ? 'gmail.com' : host;
  const name = PLUS_ADDRESSING.has(domain) ? local.replace(/(?<=.)\+.*$/, '') : local;
  return `${domain === 'gmail.com' ? name.replaceAll('.', '') : name}@${domain}`;
}
