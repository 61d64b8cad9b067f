import type { adminListTargetBlocks } from '@/api/generated/admin-supply';
import { BlockKind } from '@/api/generated/api.schemas';
import type { FilterOption } from '@/components/list-page/select-filter';
import { choiceField, pageField, textField } from '@/lib/list-search';

export type TargetBlock = Awaited<
  ReturnType<typeof adminListTargetBlocks>
>['data']['blocks'][number];

export const KIND_LABELS: Record<BlockKind, string> = {
  all: 'All proxies',
  datacenter: 'Datacenter',
  residential: 'Residential',
  mobile: 'Mobile',
};

const KINDS = [BlockKind.all, BlockKind.datacenter, BlockKind.residential, BlockKind.mobile];
export const KIND_OPTIONS: FilterOption<BlockKind>[] = KINDS.map((value) => ({
  value,
  label: KIND_LABELS[value],
}));

export const blockSearch = {
  page: pageField,
  search: textField(),
  kind: choiceField<BlockKind>(KINDS, BlockKind.all),
};

/** The blocks that match the filters; those for all proxies are for each kind. */
export const findBlocks = (
  blocks: readonly TargetBlock[],
  { search, kind }: { search: string; kind: BlockKind },
): TargetBlock[] => {
  const text = search.trim().toLowerCase();
  return blocks.filter(
    (block) =>
      (kind === BlockKind.all || block.kind === BlockKind.all || block.kind === kind) &&
      `${block.pattern} ${block.reason}`.toLowerCase().includes(text),
  );
};

const DOMAIN = /^(?:\*?\.)?([^\s/\\?#@%:*]+)$/;

/**
 * How a domain will be stored, and what that means; the server decides.
 * @returns undefined for what is no domain, such as a range of addresses.
 */
export function previewPattern(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '*') return 'Every target, on the ports below';
  const name = DOMAIN.exec(trimmed)?.[1];
  if (name === undefined) return undefined;
  let host: string;
  try {
    host = new URL(`http://${name.replace(/\.+$/, '')}/`).hostname;
  } catch {
    return undefined;
  }
  if (/^[\d.]+$/.test(host)) return `The address ${host}`;
  return name === trimmed ? `${host}, without its subdomains` : `${host} and all its subdomains`;
}
