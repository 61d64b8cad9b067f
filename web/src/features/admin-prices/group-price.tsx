import { Button, Flex, Select, Typography } from 'antd';
import { useState } from 'react';
import type { PeriodPriceDto } from '@/api/generated/api.schemas';
import { formatNumber } from '@/lib/number';
import { CONTINENTS } from './continents';
import { PriceField } from './price-field';
import { nameSize, type Price, type PriceList } from './prices';
import styles from './prices.module.css';

/** The price of each country, in those that have one and those that do not. */
export function setPriceIn(
  period: PeriodPriceDto,
  countries: readonly string[],
  { usd, naira }: Price,
): PeriodPriceDto {
  const { overrides } = period;
  const known = new Set(overrides.map(({ country }) => country));
  return {
    ...period,
    overrides: [
      ...overrides.map((one) =>
        one.country && countries.includes(one.country) ? { ...one, usd, naira } : one,
      ),
      ...countries
        .filter((country) => !known.has(country))
        .map((country) => ({ country, usd, naira, on_sale: true })),
    ],
  };
}

interface GroupPriceProps {
  list: PriceList;
  rate: number;
  onChange: (periods: PeriodPriceDto[]) => void;
}

/** Sets the price of an address in all countries of a continent or group at once. */
export function GroupPrice({ list, rate, onChange }: GroupPriceProps) {
  const { periods } = list.datacenter;
  const [name, setName] = useState<string>();
  const [minutes, setMinutes] = useState<number>();
  const [price, setPrice] = useState<Price>({});
  const groups = [...list.groups.filter((group) => group.name), ...CONTINENTS];
  const countries = groups.find((group) => group.name === name)?.countries ?? [];
  const period = periods.find(({ duration_minutes: each }) => each === minutes);
  const hasPrice = price.usd !== undefined || price.naira !== undefined;
  const isReady = countries.length > 0 && period !== undefined && hasPrice;
  return (
    <section aria-label="Price in a group of countries">
      <h2 className={styles.heading}>Price in a group of countries</h2>
      <Typography.Paragraph type="secondary">
        Sets the same price in each country of a continent, or of a group of your own. Review and
        save shows every change first.
      </Typography.Paragraph>
      <Flex gap="small" wrap align="center">
        <Select
          id="price-group"
          aria-label="Group of countries"
          style={{ minWidth: 180 }}
          placeholder="Group"
          options={groups.map((group) => ({ value: group.name, label: group.name }))}
          value={name}
          onChange={setName}
        />
        <Select
          id="price-group-period"
          aria-label="Period of the group"
          style={{ minWidth: 110 }}
          placeholder="Period"
          options={periods.map((each) => ({ value: each.duration_minutes, label: nameSize(each) }))}
          value={minutes}
          onChange={setMinutes}
        />
        <div style={{ width: 200 }}>
          <PriceField
            label="the group"
            price={price}
            paid={undefined}
            rate={rate}
            onChange={setPrice}
            isOptional
          />
        </div>
        <Button
          disabled={!isReady}
          onClick={() =>
            onChange(
              periods.map((each) => (each === period ? setPriceIn(each, countries, price) : each)),
            )
          }
        >
          {countries.length > 0
            ? `Set in ${formatNumber(countries.length)} countries`
            : 'Set the price'}
        </Button>
      </Flex>
    </section>
  );
}
