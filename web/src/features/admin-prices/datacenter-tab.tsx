import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { Alert, Button, Flex, Typography } from 'antd';
import { NumberInput } from '@/components/form/number-input';
import { GroupPrice } from './group-price';
import { OfferEditor, type OfferContext } from './offer-editor';
import { findErrors, nameSize, newPeriod, removeAt, replaceAt } from './prices';
import styles from './prices.module.css';
import type { PriceDraft } from './use-price-draft';

const HEADS = ['Period', 'Cost', 'Price', 'Customers pay', 'Cost', 'Margin', 'On sale', ''];

/** Prices of an address by period, and discounts by quantity. */
export function DatacenterTab({
  draft,
  ...context
}: { draft: PriceDraft } & Pick<OfferContext, 'groups' | 'rate'>) {
  const { datacenter } = draft.list;
  const { periods, tiers } = datacenter;
  const change = (part: Partial<typeof datacenter>): void =>
    draft.change({ datacenter: { ...datacenter, ...part } });
  const added = newPeriod(datacenter);
  const tierErrors = findErrors(draft.errors, 'prices.datacenter.tiers');
  return (
    <Flex vertical gap="middle">
      <div className={`${styles.offers} ${styles.addresses}`}>
        <div className={`${styles.row} ${styles.head}`} aria-hidden>
          {HEADS.map((head, index) => (
            <span key={index}>{head}</span>
          ))}
        </div>
        {periods.map((period, index) => (
          <OfferEditor
            key={period.duration_minutes}
            {...context}
            product="datacenter"
            rows={draft.rows}
            offer={period}
            errors={findErrors(draft.errors, `prices.datacenter.periods.${index}`)}
            first={<strong>{nameSize(period)}</strong>}
            onChange={(changed) => change({ periods: replaceAt(periods, index, changed) })}
            onRemove={() => change({ periods: removeAt(periods, index) })}
          />
        ))}
      </div>
      {added && (
        <div>
          <Button
            icon={<PlusOutlined aria-hidden />}
            onClick={() => change({ periods: [...periods, added] })}
          >
            Add a price for {nameSize(added)}
          </Button>
        </div>
      )}
      {periods.length > 0 && (
        <GroupPrice
          list={draft.list}
          rate={context.rate}
          onChange={(changed) => change({ periods: changed })}
        />
      )}
      <div>
        <h2 className={styles.heading}>Discounts by quantity</h2>
        <Typography.Paragraph type="secondary">
          Per address, from a number of addresses in one order. The largest number that the order
          reaches counts.
        </Typography.Paragraph>
        {tiers.map((tier, index) => (
          <div key={index} className={styles.fields}>
            <label>
              <div>From</div>
              <NumberInput
                min={2}
                max={1000}
                precision={0}
                suffix="addresses"
                style={{ width: 160 }}
                value={tier.from}
                onChange={(value) =>
                  value !== null &&
                  change({ tiers: replaceAt(tiers, index, { ...tier, from: value }) })
                }
              />
            </label>
            <label>
              <div>Discount</div>
              <NumberInput
                min={0.01}
                max={99}
                suffix="%"
                value={tier.percent_off}
                onChange={(value) =>
                  value !== null &&
                  change({ tiers: replaceAt(tiers, index, { ...tier, percent_off: value }) })
                }
              />
            </label>
            <Button
              type="text"
              danger
              aria-label={`Remove the discount from ${tier.from} addresses`}
              icon={<DeleteOutlined aria-hidden />}
              onClick={() => change({ tiers: removeAt(tiers, index) })}
            />
          </div>
        ))}
        {tierErrors.length > 0 && <Alert type="error" showIcon title={tierErrors.join(' ')} />}
        <Button
          style={{ marginTop: 12 }}
          icon={<PlusOutlined aria-hidden />}
          onClick={() =>
            change({ tiers: [...tiers, { from: (tiers.at(-1)?.from ?? 5) * 2, percent_off: 5 }] })
          }
        >
          Add discount
        </Button>
      </div>
    </Flex>
  );
}
