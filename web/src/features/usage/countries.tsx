import { Country } from '@/components/format/country';
import { Panel } from '@/components/layout/panel';
import { ShareTable } from './share-table';
import { countBytes, type UsageReport } from './use-usage';

/** Sums by the country that the proxies were bought for. */
export function Countries({ report }: { report: UsageReport }) {
  return (
    <Panel title="By country" flush>
      <ShareTable
        label="Usage by country"
        what="Country"
        all={countBytes(report.totals)}
        shares={report.countries.map(({ country, requests, failures, ...traffic }) => ({
          ...{ key: country, name: <Country code={country} /> },
          ...{ bytes: countBytes(traffic), requests, failures },
        }))}
      />
    </Panel>
  );
}
