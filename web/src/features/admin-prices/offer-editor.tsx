import { Tag, Select, Alert, Button, Switch } from 'antd';
import { formatNaira } from '@/lib/money';
import {
  type PreviewRow,
  type Override,
  describeCost,
  findRow,
  namePlace,
  nameSize,
  PRODUCT_NAMES,
  removeAt,
  replaceAt,
  type Offer,
  type Product,
} from './prices';
import styles from './prices.module.css';
import { formatNumber } from '@/lib/number';
import { useMemo, useState, type ReactNode } from 'react';
import { countryName } from '@/lib/country';
import { countryCodes } from '@/lib/country-codes';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import GlobalOutlined from '@ant-design/icons/GlobalOutlined';
import { NumberInput } from '@/components/form/number-input';
import { PriceField } from './price-field';

/** What customers pay, what it costs the shop, and what is left; three cells of a row. */
export function OfferFigures({ row }: { row: PreviewRow | undefined }) {
  const cells = [
    ['Customers pay', row ? formatNaira(row.price) : '–'],
    ['Cost', row?.cost == null ? '–' : formatNaira(row.cost)],
  ] as const;
  return (
    <>
      {cells.map(([label, text]) => (
        <div key={label} className={styles.figure}>
          <span className={styles.label}>{label}</span>
          {text}
        </div>
      ))}
      <div className={styles.figure}>
        <span className={styles.label}>Margin</span>
        {row?.below_cost ? (
          <Tag color="error">
            {row.margin_percent === null ? 'Below cost' : `${row.margin_percent} %`}
          </Tag>
        ) : (
          <span>{row?.margin_percent == null ? '–' : `${row.margin_percent} %`}</span>
        )}
      </div>
    </>
  );
}

const GROUP = 'group:';
/** More are hidden at first. */
const MANY_PLACES = 8;

interface PlaceFieldProps {
  label: string;
  place: Override;
  groups: readonly string[];
  onChange: (place: Pick<Override, 'country' | 'group'>) => void;
}

/** A country or a group of countries. */
export function PlaceField({ label, place, groups, onChange }: PlaceFieldProps) {
  const options = useMemo(
    () => [
      ...groups.map((name) => ({ value: GROUP + name, label: `${name} (group)` })),
      ...countryCodes().map((code) => ({ value: code, label: countryName(code) })),
    ],
    [groups],
  );
  const value = place.country ?? (place.group === undefined ? undefined : GROUP + place.group);
  return (
    <Select
      aria-label={label}
      style={{ width: '100%' }}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="Country or group"
      status={value === undefined ? 'error' : undefined}
      value={value}
      options={options}
      onChange={(chosen: string) =>
        onChange(
          chosen.startsWith(GROUP)
            ? { country: undefined, group: chosen.slice(GROUP.length) }
            : { country: chosen, group: undefined },
        )
      }
    />
  );
}

/** What every row needs to know. */
export interface OfferContext {
  product: Product;
  rows: readonly PreviewRow[];
  /** Names of the groups of countries. */
  groups: readonly string[];
  /** Naira for a dollar, with the markup. */
  rate: number;
}

interface RowProps extends OfferContext {
  offer: Offer;
  name: string;
  /** The price in a place; undefined: of the offer itself. */
  place?: Override;
  first: ReactNode;
  onChange: (change: Partial<Override>) => void;
  buttons: ReactNode;
}

function PriceRow({ product, rows, rate, offer, place, name, first, onChange, buttons }: RowProps) {
  const price = place ?? offer;
  const row = findRow(rows, product, offer, place);
  const usual = findRow(rows, product, offer);
  const cost = place && row && usual && row.cost !== null && describeCost(row);
  return (
    <div className={styles.row}>
      {first}
      {product === 'datacenter' && (
        <div>
          <span className={styles.label}>Cost in $</span>
          <NumberInput
            aria-label={`Cost of ${name} in dollars`}
            style={{ width: '100%' }}
            min={0}
            prefix="$"
            placeholder="Unknown"
            value={'cost_usd' in price ? price.cost_usd : undefined}
            onChange={(value) => onChange({ cost_usd: value ?? undefined })}
          />
        </div>
      )}
      <div className={styles.wide}>
        <span className={styles.label}>Price</span>
        <PriceField label={name} price={price} paid={row?.price} rate={rate} onChange={onChange} />
      </div>
      <OfferFigures row={row} />
      <div>
        <span className={styles.label}>On sale</span>
        <Switch
          aria-label={`${name} on sale`}
          checked={price.on_sale}
          onChange={(isOnSale) => onChange({ on_sale: isOnSale })}
        />
      </div>
      <div className={styles.buttons}>{buttons}</div>
      {cost && product !== 'datacenter' && cost !== describeCost(usual) && (
        <div className={styles.cost}>A gigabyte costs you: {cost}.</div>
      )}
    </div>
  );
}

interface OfferEditorProps<O extends Offer> extends OfferContext {
  offer: O;
  /** The fields before the price. */
  first: ReactNode;
  errors: readonly string[];
  onChange: (offer: O) => void;
  onRemove: () => void;
  /** Undefined for the first one, and where the order means nothing. */
  onMoveUp?: () => void;
}

/** A package or period with its prices in countries and groups. */
export function OfferEditor<O extends Offer>({
  offer,
  first,
  errors,
  onChange,
  onRemove,
  onMoveUp,
  ...context
}: OfferEditorProps<O>) {
  const name = `${PRODUCT_NAMES[context.product]} ${nameSize(offer)}`;
  const overrides: readonly Override[] = offer.overrides;
  const isLong = overrides.length > MANY_PLACES;
  const [chosen, setOpen] = useState<boolean | null>(null);
  const isOpen = chosen ?? !isLong;
  const shown = isOpen ? overrides : [];
  const soldOnlyIn = offer.on_sale ? [] : overrides.filter((override) => override.on_sale);
  const setOverrides = (next: readonly Override[]): void =>
    onChange({ ...offer, overrides: [...next] });
  return (
    <section className={styles.offer} aria-label={name}>
      <PriceRow
        {...context}
        offer={offer}
        name={name}
        first={first}
        onChange={(change) => onChange({ ...offer, ...change })}
        buttons={
          <>
            <Button
              type="text"
              title="Another price in a country"
              aria-label={`Another price of ${name} in a country`}
              icon={<GlobalOutlined aria-hidden />}
              onClick={() => {
                setOpen(true);
                setOverrides([...overrides, { usd: offer.usd, naira: offer.naira, on_sale: true }]);
              }}
            />
            <Button
              type="text"
              title="Move up"
              aria-label={`Move ${name} up`}
              icon={<ArrowUpOutlined aria-hidden />}
              disabled={!onMoveUp}
              onClick={onMoveUp}
            />
            <Button
              type="text"
              danger
              title="Remove"
              aria-label={`Remove ${name}`}
              icon={<DeleteOutlined aria-hidden />}
              onClick={onRemove}
            />
          </>
        }
      />
      {isLong && (
        <Button type="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'} {formatNumber(overrides.length)} prices in countries
        </Button>
      )}
      {shown.map((override, index) => {
        const placeName = `${name} in ${namePlace(override)}`;
        const change = (part: Partial<Override>): void =>
          setOverrides(replaceAt(overrides, index, { ...override, ...part }));
        return (
          // Its place in the list: two may have no country yet.
          <div key={index} className={styles.override}>
            <PriceRow
              {...context}
              offer={offer}
              place={override}
              name={placeName}
              onChange={change}
              first={
                <div className={context.product === 'datacenter' ? undefined : styles.twoCells}>
                  <span className={styles.label}>Country or group</span>
                  <PlaceField
                    label={`Place of ${placeName}`}
                    place={override}
                    groups={context.groups}
                    onChange={change}
                  />
                </div>
              }
              buttons={
                <Button
                  type="text"
                  danger
                  title="Remove"
                  aria-label={`Remove ${placeName}`}
                  icon={<DeleteOutlined aria-hidden />}
                  onClick={() => setOverrides(removeAt(overrides, index))}
                />
              }
            />
          </div>
        );
      })}
      {soldOnlyIn.length > 0 && (
        <Alert
          type="info"
          showIcon
          style={{ marginTop: 8 }}
          title={`Sold only in ${soldOnlyIn.map(namePlace).join(', ')}.`}
        />
      )}
      {errors.length > 0 && (
        <Alert
          type="error"
          showIcon
          style={{ marginTop: 8 }}
          title={[...new Set(errors)].join(' ')}
        />
      )}
    </section>
  );
}
