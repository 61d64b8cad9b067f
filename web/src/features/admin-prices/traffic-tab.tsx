import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { Button, Flex, Typography } from 'antd';
import type { SurchargeDto } from '@/api/generated/api.schemas';
import { EmptyState } from '@/components/feedback/empty-state';
import { NumberInput } from '@/components/form/number-input';
import { OfferEditor, type OfferContext } from './offer-editor';
import {
  describeCost,
  findErrors,
  findRow,
  moveUp,
  nameSize,
  newPackage,
  PRODUCT_NAMES,
  removeAt,
  replaceAt,
  type PoolKind,
} from './prices';
import styles from './prices.module.css';
import type { PriceDraft } from './use-price-draft';

const HEADS = ['Size', 'Valid for', 'Price', 'Customers pay', 'Cost', 'Margin', 'On sale', ''];
const PARTS = [
  ['region', 'a region'],
  ['city', 'a city'],
  ['isp', 'an ISP'],
] as const satisfies [keyof SurchargeDto, string][];

/** Packages of residential or mobile traffic, and what precise places cost on top. */
export function TrafficTab({
  kind,
  draft,
  ...context
}: { kind: PoolKind; draft: PriceDraft } & Pick<OfferContext, 'groups' | 'rate'>) {
  const prices = draft.list[kind];
  const { packages, surcharge_percent: percent } = prices;
  const change = (part: Partial<typeof prices>): void =>
    draft.change({ [kind]: { ...prices, ...part } });
  const setPackages = (next: typeof packages): void => change({ packages: next });
  const [first] = packages;
  const usual = first && findRow(draft.rows, kind, first);
  return (
    <Flex vertical gap="middle">
      {usual && usual.below_cost !== null && (
        <Typography.Text type="secondary">
          A gigabyte costs you: {describeCost(usual)}.
          {usual.cost_sources.length > 1 &&
            ' Networks in service share the traffic of a place by their weights.'}
        </Typography.Text>
      )}
      <div className={styles.offers}>
        <div className={`${styles.row} ${styles.head}`} aria-hidden>
          {HEADS.map((head) => (
            <span key={head}>{head}</span>
          ))}
        </div>
        {packages.length === 0 && (
          <EmptyState
            icon="server"
            title="No package yet"
            hint={`${PRODUCT_NAMES[kind]} proxies are not sold until a package is on sale.`}
          />
        )}
        {packages.map((offer, index) => (
          <OfferEditor
            // Its place in the list: the size is edited.
            key={index}
            {...context}
            product={kind}
            rows={draft.rows}
            offer={offer}
            errors={findErrors(draft.errors, `prices.${kind}.packages.${index}`)}
            first={
              <>
                <div>
                  <span className={styles.label}>Size</span>
                  <NumberInput
                    aria-label={`Size of package ${index + 1} in gigabytes`}
                    style={{ width: '100%' }}
                    min={1}
                    precision={0}
                    suffix="GB"
                    value={offer.gigabytes}
                    onChange={(value) =>
                      value !== null &&
                      setPackages(replaceAt(packages, index, { ...offer, gigabytes: value }))
                    }
                  />
                </div>
                <div>
                  <span className={styles.label}>Valid for</span>
                  <NumberInput
                    aria-label={`Validity of ${nameSize(offer)} in days`}
                    style={{ width: '100%' }}
                    min={1}
                    precision={0}
                    suffix="days"
                    value={offer.validity_days}
                    onChange={(value) =>
                      value !== null &&
                      setPackages(replaceAt(packages, index, { ...offer, validity_days: value }))
                    }
                  />
                </div>
              </>
            }
            onChange={(changed) => setPackages(replaceAt(packages, index, changed))}
            onRemove={() => setPackages(removeAt(packages, index))}
            onMoveUp={index > 0 ? () => setPackages(moveUp(packages, index)) : undefined}
          />
        ))}
      </div>
      <div>
        <Button
          icon={<PlusOutlined aria-hidden />}
          onClick={() => setPackages([...packages, newPackage(prices)])}
        >
          Add package
        </Button>
      </div>
      <div>
        <h2 className={styles.heading}>Surcharges</h2>
        <Typography.Paragraph type="secondary">
          On top of the price when the customer chooses the place more precisely than the country.
        </Typography.Paragraph>
        <div className={styles.fields}>
          {PARTS.map(([part, name]) => (
            <label key={part}>
              <div>For {name}</div>
              <NumberInput
                min={0}
                max={1000}
                suffix="%"
                value={percent[part]}
                onChange={(value) =>
                  change({ surcharge_percent: { ...percent, [part]: value ?? 0 } })
                }
              />
            </label>
          ))}
        </div>
      </div>
    </Flex>
  );
}
