import { TemplateError } from './dialect-error';
import { TEMPLATE_VALUES, type TemplateValue } from './dialect.types';
import { FILTERS } from './filters';

/**
 * A template of a user name or password:
 *
 * - `{country}` a value; `{country:any}` with a default; `{country|upper}` through filters, in order.
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

/** @throws TemplateError with the position of the mistake. */
export function parseTemplate(text: string): Template {
  if (text.length > MAX_TEMPLATE)
    throw new TemplateError(`A template has at most ${MAX_TEMPLATE} characters`, MAX_TEMPLATE + 1);
  return new Parser(text).parse();
}

/** Every value of a template, and whether it is inside a group that vanishes without it. */
export function findValues(nodes: Template, optional = false): Map<TemplateValue, boolean> {
  const found = new Map<TemplateValue, boolean>();
  for (const node of nodes) {
    if (node.kind === 'value') found.set(node.name, optional || node.fallback !== null);
    const inner = node.kind === 'group' ? node.nodes : node.kind === 'list' ? node.groups : [];
    for (const [name, isOptional] of findValues(inner, optional || node.kind === 'group'))
      found.set(name, (found.get(name) ?? true) && isOptional);
  }
  return found;
}

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
