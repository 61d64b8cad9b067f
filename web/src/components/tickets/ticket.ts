type TicketStatus = 'open' | 'waiting' | 'closed';

interface Context {
  proxy_id?: number | null;
  order_id?: number | null;
  reference?: string | null;
}

export const TICKET_WORDS: Record<'customer' | 'staff', Record<TicketStatus, string>> = {
  customer: { open: 'With support', waiting: 'Answered', closed: 'Closed' },
  staff: { open: 'Open', waiting: 'Waiting for customer', closed: 'Closed' },
};

/** What a ticket is about, such as "Proxy #12". */
export function describeContext(context: Context | null): string[] {
  if (!context) return [];
  const { proxy_id: proxy, order_id: order, reference } = context;
  return [
    proxy ? `Proxy #${proxy}` : '',
    order ? `Order #${order}` : '',
    reference ? `Reference ${reference}` : '',
  ].filter(Boolean);
}
