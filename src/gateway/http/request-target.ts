/** Where an absolute-form request goes. */
export interface RequestTarget {
  host: string;
  port: number;
  /** Path and query exactly as written; at least '/'. */
  path: string;
  /** Whether one was written. */
  hasPath: boolean;
  /** For the Host header. */
  authority: string;
}

/**
 * Reads `http://host[:port]/path`, or `ws:` which asks for the same, without normalising the path: the target must
 * receive what was sent. A user name in the address is left out. @returns undefined for anything else.
 */
export function parseAbsoluteForm(text: string): RequestTarget | undefined {
  const match = /^(?:http|ws):\/\/(?:[^/?#@]*@)?([^/?#@]+?):?([/?][^#]*)?(?:#.*)?$/i.exec(text);
  const authority = match?.[1] ?? '';
  const place = parseAuthority(authority, 80);
  if (!place) return undefined;
  const rest = match?.[2] ?? '';
  return {
    ...place,
    authority,
    path: rest.startsWith('/') ? rest : `/${rest}`,
    hasPath: rest !== '',
  };
}

/** Reads `host[:port]`, `[v6][:port]`. @param defaultPort undefined: the port must be there. */
export function parseAuthority(
  text: string,
  defaultPort?: number,
): { host: string; port: number } | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i.exec(text);
  const host = match?.[1];
  const port = match?.[2] === undefined ? defaultPort : Number(match[2]);
  return host === undefined || port === undefined ? undefined : { host, port };
}
