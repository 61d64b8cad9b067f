import { Table } from 'antd';
import { Country } from '@/components/format/country';
import { Panel } from '@/components/layout/panel';
import { formatNumber } from '@/lib/number';
import { UNIT_LOOKS, type StockData } from './stock';

type Place = StockData['countries'][number];

const STATES = ['free', 'sold', 'expiring', 'dead', 'disabled'] as const;

/** How many addresses there are in each country by their state. */
export function StockPlaces({ countries }: { countries: readonly Place[] }) {
  return (
    <div style={{ marginTop: 16 }}>
      <Panel title="By country">
        <Table<Place>
          size="small"
          rowKey="country"
          pagination={false}
          dataSource={[...countries]}
          scroll={{ x: 'max-content' }}
          columns={[
            {
              key: 'country',
              title: 'Country',
              render: (_, { country, country_name: name }) => (
                <Country code={country} name={name} />
              ),
            },
            ...STATES.map((state) => ({
              key: state,
              title: UNIT_LOOKS[state].word,
              align: 'right' as const,
              render: (_: unknown, place: Place) => formatNumber(place[state]),
            })),
          ]}
        />
      </Panel>
    </div>
  );
}
