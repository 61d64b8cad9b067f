import { RenderError } from './dialect-error';
import type { TemplateValue, TemplateValues } from './dialect.types';
import { FILTERS } from './filters';
import type { Template, TemplateNode } from './template';

/** User names and passwords of SOCKS5 have at most 255 bytes (RFC 1929). */
export const MAX_CREDENTIAL = 255;

/**
 * @param used collects the values that the text contains.
 * @throws RenderError for a missing value outside a group; UnsupportedFilterError for one that a filter refuses.
 */
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
      const value = read(values, node.name);
      if (value === null && node.fallback === null) return { text: '', missing: node.name };
      if (value === null) return { text: node.fallback ?? '' };
      used.add(node.name);
      return { text: applyFilters(node.filters, value, node.name, values.country ?? null) };
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
