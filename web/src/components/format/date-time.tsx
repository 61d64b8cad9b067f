import { formatDateTime } from '@/lib/date';

/** A date and time in Lagos time, on one line. */
export const DateTime = ({ iso }: { iso: string }) => (
  <time dateTime={iso} style={{ whiteSpace: 'nowrap' }}>
    {formatDateTime(iso)}
  </time>
);
