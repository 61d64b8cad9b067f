import { formatDateTime, timeAgo } from '@/lib/date';

export function RelativeTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={`${formatDateTime(iso)} (Lagos)`}>
      {timeAgo(iso)}
    </time>
  );
}
