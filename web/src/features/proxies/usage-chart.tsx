import { TimeColumns } from '@/components/charts/columns';
import { formatBytes } from '@/lib/bytes';
import { formatDate } from '@/lib/date';
import { countBytes, type DailyTraffic } from './daily-traffic';

/** Labelled with a summary; the table below has all figures. */
export function UsageChart({ days }: { days: readonly DailyTraffic[] }) {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const busiest = days.reduce((most, day) => (countBytes(day) > countBytes(most) ? day : most));
  return (
    <TimeColumns
      values={days.map(countBytes)}
      label="Traffic by day"
      summary={`Busiest day: ${formatDate(busiest.date)} with ${formatBytes(countBytes(busiest))}.`}
      first={formatDate(first.date)}
      last={formatDate(last.date)}
    />
  );
}
