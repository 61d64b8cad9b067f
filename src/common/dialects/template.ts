import {
  UnsupportedFilterError,
  type TargetingFilter,
  type TemplateValue,
  TemplateError,
  TEMPLATE_VALUES,
  RenderError,
  type TemplateValues,
} from './dialect';

/** `value` is not empty; `country` is that of the same request. */
type Filter = (value: string, name: TemplateValue, country: string | null) => string;

/** The words of a place in lower-case ASCII: "São Paulo" → sao, paulo. */
const toWords = (value: string): string[] =>
  value
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

/** A place of which no letter is left, such as one in another script, is refused. */
function join(value: string, name: TemplateValue, separator: string): string {
  const words = toWords(value);
  const lost = value.normalize('NFKD').replace(/[\p{M}\p{P}\p{S}\p{Z}a-z0-9]/giu, '');
  if (words.length === 0 || lost !== '')
    throw refuse(name, `The provider takes only latin letters and digits for the ${name}`);
  return words.join(separator);
}

const refuse = (name: TemplateValue, why: string): UnsupportedFilterError =>
  new UnsupportedFilterError(name as TargetingFilter, why);

/** Each filter of a template by its word after the `|`. */
export const FILTERS: Readonly<Record<string, Filter>> = {
  lower: (value) => value.toLowerCase(),
  upper: (value) => value.toUpperCase(),
  /** San Francisco → sanfrancisco */
  squash: (value, name) => join(value, name, ''),
  /** Los Angeles → los_angeles */
  underscore: (value, name) => join(value, name, '_'),
  /** New York → new+york */
  plus: (value, name) => join(value, name, '+'),
  /** New York → new.york */
  dot: (value, name) => join(value, name, '.'),
  /** ISO's gb is uk. */
  uk: (value) => (value.toLowerCase() === 'gb' ? 'uk' : value),
  /** States of the USA: California → us_california */
  us: (value, name, country) => {
    requireUsa(name, country);
    return `us_${join(value, name, '_')}`;
  },
  /** States of the USA by their two letters. */
  state: (value, name, country) => {
    requireUsa(name, country);
    if (!/^[a-z]{2}$/i.test(value))
      throw refuse(name, 'The provider takes states by their two letters only');
    return value.toLowerCase();
  },
  /** An internet provider by the number of its network: 37148 or as37148. */
  asn: (value, name) => {
    const number = /^(?:as)?([1-9]\d{0,9})$/i.exec(value)?.[1];
    if (number === undefined)
      throw refuse(name, 'The provider takes internet providers by AS number only');
    return number;
  },
  /** Minutes in seconds. */
  seconds: (value) => String(Math.round(Number(value) * 60)),
};

function requireUsa(name: TemplateValue, country: string | null): void {
  if (country?.toLowerCase() !== 'us')
    throw refuse(name, 'The provider knows regions of the USA only');
}

/**
 * A template of a user name or password:
 *
 * - `{country}` a value; `{country:any}` with a default; `{country|upper}` through filters, in order.
 * - `{isp|asn}` the number of an internet provider's network: the ISP as `{isp}` or the number as `{asn}`.
 * - `[-cc-{country}]` a group: left out when a value in it is missing. Groups nest.
 * - `[!session:-rotate]` a group for a missing value.
 * - `<__;[cr.{country}][city.{city}]>` a list: its groups, joined with the last character before the first group; what
 *   stands before that character comes first. All of it is left out when no group is there.
 * - `\` takes the next character literally.
 */
export type TemplateNode =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'value';
      readonly name: TemplateValue;
      readonly fallback: string | null;
      readonly filters: readonly string[];
    }
  | { readonly kind: 'group'; readonly unless: TemplateValue | null; readonly nodes: Template }
  | {
      readonly kind: 'list';
      readonly lead: string;
      readonly separator: string;
      readonly groups: Template;
    };

export type Template = readonly TemplateNode[];

export const MAX_TEMPLATE = 500;
const MAX_DEPTH = 4;
const CLOSING = { '[': ']', '<': '>' } as const;

export function parseTemplate(text: string): Template {
  if (text.length > MAX_TEMPLATE)
    throw new TemplateError(`A template has at most ${MAX_TEMPLATE} characters`, MAX_TEMPLATE + 1);
  return new Parser(text).parse();
}

/** Every value of a template, and whether it is inside a group that vanishes without it. */
export function findValues(nodes: Template, optional = false): Map<TemplateValue, boolean> {
  const found = new Map<TemplateValue, boolean>();
  for (const node of nodes) {
    if (node.kind === 'value')
      for (const name of [node.name, ...(takesAsn(node) ? (['asn'] as const) : [])])
        found.set(name, optional || node.fallback !== null);
    const inner = node.kind === 'group' ? node.nodes : node.kind === 'list' ? node.groups : [];
    for (const [name, isOptional] of findValues(inner, optional || node.kind === 'group'))
      found.set(name, (found.get(name) ?? true) && isOptional);
  }
  return found;
}

const takesAsn = ({ name, filters }: { name: TemplateValue; filters: readonly string[] }) =>
  name === 'isp' && filters.includes('asn');

class Parser {
  #at = 0;

  constructor(private readonly text: string) {}

  parse(): Template {
    return this.#nodes(undefined, 0);
  }

  #nodes(end: string | undefined, depth: number): TemplateNode[] {
    const start = this.#at;
    const nodes: TemplateNode[] = [];
    let text = '';
    const flush = () => {
      if (text !== '') nodes.push({ kind: 'text', text });
      text = '';
    };
    for (;;) {
      const char = this.text[this.#at];
      if (char === undefined) {
        if (end !== undefined) this.#fail(`No ${end} ends what begins here`, start - 1);
        flush();
        return nodes;
      }
      if (char === end) {
        this.#at++;
        flush();
        return nodes;
      }
      if (char === '{' || char === '[' || char === '<') {
        flush();
        nodes.push(this.#open(char, depth));
      } else if (char === '}' || char === ']' || char === '>') this.#fail(`${char} ends nothing`);
      else text += this.#literal();
    }
  }

  #open(char: '{' | '[' | '<', depth: number): TemplateNode {
    if (depth >= MAX_DEPTH) this.#fail(`Groups nest at most ${MAX_DEPTH} deep`);
    const start = this.#at++;
    if (char === '{') return this.#value(start);
    if (char === '<') return this.#list(start, depth);
    const unless = this.#unless();
    const nodes = this.#nodes(CLOSING['['], depth + 1);
    if (unless === null && !findValues(nodes).size)
      this.#fail('A group needs a value, else it would never be left out', start);
    return { kind: 'group', unless, nodes };
  }

  #unless(): TemplateValue | null {
    const start = this.#at;
    const match = /^!([^:\]]*):/.exec(this.text.slice(start));
    if (!match) {
      if (this.text[start] === '!') this.#fail('Write [!name:…] for a missing value');
      return null;
    }
    this.#at += match[0].length;
    return this.#name(match[1] ?? '', start + 1);
  }

  #value(start: number): TemplateNode {
    const end = this.text.indexOf('}', start);
    if (end < 0) this.#fail('No } ends what begins here', start);
    const [head = '', ...filters] = this.text.slice(start + 1, end).split('|');
    const [name = '', fallback = null] = head.split(':');
    for (const filter of filters)
      if (!Object.hasOwn(FILTERS, filter))
        this.#fail(
          `${filter || 'An empty word'} is no filter; there are ${Object.keys(FILTERS).join(', ')}`,
          start,
        );
    this.#at = end + 1;
    return { kind: 'value', name: this.#name(name, start + 1), fallback, filters };
  }

  #list(start: number, depth: number): TemplateNode {
    const [first, ...groups] = this.#nodes(CLOSING['<'], depth + 1);
    if (first?.kind !== 'text' || !groups.length || groups.some(({ kind }) => kind !== 'group'))
      this.#fail(
        'A list is <, a separator and groups, such as <;[cr.{country}][city.{city}]>',
        start,
      );
    return { kind: 'list', lead: first.text.slice(0, -1), separator: first.text.slice(-1), groups };
  }

  #literal(): string {
    if (this.text[this.#at] === '\\') this.#at++;
    const char = this.text[this.#at];
    if (char === undefined) this.#fail('\\ needs a character after it', this.#at - 1);
    if (char < ' ' || char > '~') this.#fail('Only printable ASCII characters can be sent');
    this.#at++;
    return char;
  }

  #name(name: string, at: number): TemplateValue {
    const known = TEMPLATE_VALUES.find((value) => value === name);
    if (!known)
      this.#fail(
        `${name || 'An empty word'} is no value; there are ${TEMPLATE_VALUES.join(', ')}`,
        at,
      );
    return known;
  }

  #fail(problem: string, at = this.#at): never {
    throw new TemplateError(problem, at + 1);
  }
}

/** User names and passwords of SOCKS5 have at most 255 bytes (RFC 1929). */
export const MAX_CREDENTIAL = 255;

/** @param used collects the values that the text contains. */
export function renderTemplate(
  template: Template,
  values: TemplateValues,
  used: Set<TemplateValue> = new Set(),
): string {
  const text = renderNodes(template, values, used);
  if (text.missing !== undefined)
    throw new RenderError(`The template needs a value for {${text.missing}}`);
  if (Buffer.byteLength(text.text) > MAX_CREDENTIAL)
    throw new RenderError(`User name or password would exceed ${MAX_CREDENTIAL} bytes`);
  return text.text;
}

/** `missing` names a value without which the nodes cannot be rendered. */
interface Rendered {
  text: string;
  missing?: TemplateValue;
}

function renderNodes(nodes: Template, values: TemplateValues, used: Set<TemplateValue>): Rendered {
  let text = '';
  for (const node of nodes) {
    const part = renderNode(node, values, used);
    if (part.missing !== undefined) return part;
    text += part.text;
  }
  return { text };
}

function renderNode(
  node: TemplateNode,
  values: TemplateValues,
  used: Set<TemplateValue>,
): Rendered {
  switch (node.kind) {
    case 'text':
      return { text: node.text };
    case 'group':
      return { text: renderGroup(node, values, used) };
    case 'list': {
      const parts = node.groups.map((group) => renderNode(group, values, used).text);
      const present = parts.filter((part) => part !== '');
      return { text: present.length ? node.lead + present.join(node.separator) : '' };
    }
    case 'value': {
      const name = takesAsn(node) && read(values, 'asn') !== null ? 'asn' : node.name;
      const value = read(values, name);
      if (value === null && node.fallback === null) return { text: '', missing: node.name };
      if (value === null) return { text: node.fallback ?? '' };
      used.add(name);
      return { text: applyFilters(node.filters, value, name, values.country ?? null) };
    }
  }
}

function renderGroup(
  { unless, nodes }: Extract<TemplateNode, { kind: 'group' }>,
  values: TemplateValues,
  used: Set<TemplateValue>,
): string {
  if (unless !== null && read(values, unless) !== null) return '';
  const inside = new Set<TemplateValue>();
  const { text, missing } = renderNodes(nodes, values, inside);
  if (missing !== undefined) return '';
  for (const name of inside) used.add(name);
  return text;
}

const applyFilters = (
  filters: readonly string[],
  value: string,
  name: TemplateValue,
  country: string | null,
): string =>
  filters.reduce((text, filter) => FILTERS[filter]?.(text, name, country) ?? text, value);

/** Null when it is missing; an empty value is a missing one. */
function read(values: TemplateValues, name: TemplateValue): string | null {
  const value = values[name];
  return value === undefined || value === null || value === '' ? null : String(value);
}
