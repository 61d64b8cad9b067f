import type { Draft } from './settings';
import { Button, Card, Flex, Typography } from 'antd';
import { formatNaira } from '@/lib/money';
import { formatNumber } from '@/lib/number';
import type { SettingsForm } from './use-settings-form';

/** Price in US dollars of the sample that shows what a change does. */
export const SAMPLE_USD = 10;

const DEFAULT_RATE = 1600;

export interface Pricing {
  /** Naira for a US dollar. */
  rate: number;
  /** Percent; 0 while the markup is off. */
  markup: number;
  /** Whole naira. */
  sample: number;
}

/** @returns null while a number of the draft cannot be read. */
export function toPricing(draft: Draft): Pricing | null {
  const rate = Number(draft.exchangeRate) || DEFAULT_RATE;
  const markup = draft.markupEnabled ? Number(draft.markupPercentage) : 0;
  if (Number.isNaN(Number(draft.exchangeRate)) || Number.isNaN(markup)) return null;
  return { rate, markup, sample: Math.round(SAMPLE_USD * rate * (1 + markup / 100)) };
}

/** Both prices where the rate or the markup differ, else null. */
export function priceChange(saved: Draft, draft: Draft): { from: Pricing; to: Pricing } | null {
  const from = toPricing(saved);
  const to = toPricing(draft);
  if (!from || !to || (from.rate === to.rate && from.markup === to.markup)) return null;
  return { from, to };
}

const markupText = ({ markup }: Pricing): string => (markup ? `${formatNumber(markup)}%` : 'none');

function PriceChange({ saved, draft }: Pick<SettingsForm, 'saved' | 'draft'>) {
  const change = priceChange(saved, draft);
  if (!change) return null;
  const { from, to } = change;
  const parts = [
    from.rate !== to.rate &&
      `Exchange rate ₦${formatNumber(from.rate)} → ₦${formatNumber(to.rate)}`,
    from.markup !== to.markup && `Markup ${markupText(from)} → ${markupText(to)}`,
    `A $${SAMPLE_USD} proxy costs ${formatNaira(from.sample)} → ${formatNaira(to.sample)}`,
  ].filter(Boolean);
  return (
    <Flex wrap gap="0 16px" aria-label="What customers will pay" role="group">
      {parts.map((part) => (
        <Typography.Text key={String(part)} style={{ fontVariantNumeric: 'tabular-nums' }}>
          {part}
        </Typography.Text>
      ))}
    </Flex>
  );
}

/** Always in sight: what is not saved, what it does to prices, and saving. */
export function SaveBar({
  changed,
  saved,
  draft,
  isSaving,
  reset,
}: Pick<SettingsForm, 'changed' | 'saved' | 'draft' | 'isSaving' | 'reset'>) {
  const count = changed.length;
  return (
    <Card
      size="small"
      style={{ position: 'sticky', bottom: 16, zIndex: 1 }}
      styles={{ body: { paddingBlock: 12 } }}
    >
      <Flex align="center" justify="space-between" gap="small" wrap>
        <div role="status">
          <Typography.Text strong={count > 0} type={count > 0 ? undefined : 'secondary'}>
            {count === 0
              ? 'No unsaved changes'
              : `${count} unsaved change${count === 1 ? '' : 's'}`}
          </Typography.Text>
          <PriceChange saved={saved} draft={draft} />
        </div>
        <Flex gap="small">
          {count > 0 && (
            <Button type="text" disabled={isSaving} onClick={reset}>
              Discard
            </Button>
          )}
          <Button type="primary" htmlType="submit" disabled={isSaving}>
            {isSaving ? 'Saving...' : 'Save Changes'}
          </Button>
        </Flex>
      </Flex>
    </Card>
  );
}
