import type { TicketContext } from '@/api/generated/api.schemas';
import { choiceField, pageField, textField } from '@/lib/list-search';
import { readId } from '@/lib/url-params';

export const STATUSES = ['all', 'open', 'waiting', 'closed'] as const;
export const ticketSearch = {
  page: pageField,
  search: textField(),
  status: choiceField(STATUSES, 'all'),
};

/** Parameters of a link that opens the form of a new ticket. */
export const CONTEXT_PARAMS = ['new', 'proxy_id', 'order_id', 'reference'] as const;

/** What the form is to be about; null when it is closed. */
export function readContext(params: URLSearchParams): TicketContext | null {
  if (!params.has('new')) return null;
  return {
    proxy_id: readId(params.get('proxy_id')) ?? undefined,
    order_id: readId(params.get('order_id')) ?? undefined,
    reference: params.get('reference')?.slice(0, 100) || undefined,
  };
}
