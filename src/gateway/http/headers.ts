/** Hop-by-hop headers, which a proxy must not forward (RFC 9110 §7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'proxy-authenticate',
  'proxy-authentication-info',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Framing and routing headers: listing them in Connection does not remove them. */
const FRAMING = new Set(['content-length', 'host']);

/**
 * Name/value pairs without the hop-by-hop ones and those that `Connection` names. Order, case and
 * repetition stay.
 * @param raw `rawHeaders` of a Node message.
 * @param without further lower-case names to leave out.
 */
export function endToEndHeaders(
  raw: readonly string[],
  without: string[] = [],
): [string, string][] {
  const dropped = new Set([...HOP_BY_HOP, ...without]);
  for (const [name, value] of pairs(raw))
    if (name.toLowerCase() === 'connection')
      for (const token of value.split(',')) {
        const named = token.trim().toLowerCase();
        if (!FRAMING.has(named)) dropped.add(named);
      }
  return pairs(raw).filter(([name]) => !dropped.has(name.toLowerCase()));
}

function pairs(raw: readonly string[]): [string, string][] {
  const result: [string, string][] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) result.push([raw[i] ?? '', raw[i + 1] ?? '']);
  return result;
}

/** @returns username and password of `Basic …`; undefined when it is missing or of another kind. */
export function basicCredentials(
  header: string | undefined,
): { username: string; password: string } | undefined {
  const encoded = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon < 0) return undefined;
  return { username: pair.slice(0, colon), password: pair.slice(colon + 1) };
}
