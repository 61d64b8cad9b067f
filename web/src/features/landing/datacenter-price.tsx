import { useQuery } from '@tanstack/react-query';
import { catalog, priceQuote } from '@/api/generated/catalog/catalog';
import { formatNaira } from '@/lib/money';
import section from './section.module.css';

const THIRTY_DAYS = 43_200;

/** What one datacenter address costs for 30 days, quoted for the first country in stock. */
function useDatacenterPrice(): number | null {
  const quote = useQuery({
    queryKey: ['landing', 'datacenterPrice'],
    queryFn: async ({ signal }) => {
      const items = await catalog({ type: 'individual_ipv4', duration: THIRTY_DAYS }, { signal });
      const first = items.data.find((item) => item.quantity > 0);
      if (!first) return null;
      const answer = await priceQuote(
        { country_id: first.country_id, duration_minutes: THIRTY_DAYS, proxy_type: 'individual_ipv4' },
        { signal },
      );
      return answer.data.price_per_unit;
    },
    staleTime: 60_000,
    meta: { quiet: true },
  });
  return quote.data ?? null;
}

export function DatacenterPrice() {
  const price = useDatacenterPrice();
  return (
    <p className={section.aside}>
      Datacenter proxies are sold by the address, with traffic unlimited, for 30, 60 or 90 days
      {price === null ? '.' : <>: <strong>{formatNaira(price)}</strong> for 30 days.</>}
    </p>
  );
}
