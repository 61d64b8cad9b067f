/**
 * What a refusal of a provider says. `our_account`: its password, its credit or its limits, everywhere. `place_empty`: no
 * address in the place at the moment. `target`: the provider does not reach this target for anybody. `retry`: anything
 * else, such as an address that was lost, which another session may not have.
 */
export type RefusalMeaning = 'our_account' | 'place_empty' | 'target' | 'retry';

/** Of a provider's documentation. The first rule that fits is used; every part that it has must fit. */
export interface RefusalRule {
  readonly status?: readonly number[];
  /** Stands in the reason of the status line, in a field that explains errors, or in the beginning of the body. */
  readonly says?: RegExp;
  readonly means: RefusalMeaning;
}

/** A refusal as it came. */
export interface HttpRefusal {
  readonly status: number;
  /** See `RefusalRule.says`. */
  readonly text: string;
}

/** What every provider means by it, unless its own rules say otherwise. */
const COMMON_RULES: readonly RefusalRule[] = [
  { status: [401, 402, 407], means: 'our_account' },
  { status: [403], means: 'target' },
];

/** Fields that providers explain a refusal in. */
const EXPLAINING_FIELD =
  /^(x-error-description|x-brd-[a-z-]+|x-luminati-error|proxy-status|x-webshare-[a-z-]+):/i;

/** @param head with its status line. @param body as much as came with it. */
export function readRefusal(head: string, body = ''): HttpRefusal {
  const [statusLine = '', ...fields] = head.split('\r\n');
  const [, status = '0', reason = ''] = /^HTTP\/1\.[01] (\d{3})(.*)$/.exec(statusLine) ?? [];
  const explained = fields.filter((field) => EXPLAINING_FIELD.test(field));
  return { status: Number(status), text: [reason, ...explained, body].join('\n') };
}

export function classifyRefusal(
  rules: readonly RefusalRule[],
  { status, text }: HttpRefusal,
): RefusalMeaning {
  const fits = (rule: RefusalRule) =>
    (rule.status?.includes(status) ?? true) && (rule.says?.test(text) ?? true);
  return [...rules, ...COMMON_RULES].find(fits)?.means ?? 'retry';
}

/** SOCKS5 replies (RFC 1928 §6) have no room for a provider's own reasons. */
export function classifySocksReply(reply: number): RefusalMeaning {
  if (reply === 2 || reply === 5) return 'target';
  return 'retry';
}
