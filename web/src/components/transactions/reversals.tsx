import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { asList } from '@/lib/list';
import { formatNaira } from '@/lib/money';
import { capitalise } from '@/lib/text';
import { StatusBadge, type Tone } from '../format/status-badge';

interface Reversal {
  id: number;
  reference: string;
  /** Null if the viewer may not see it. */
  amount: number | null;
  kind: 'refund' | 'chargeback';
}

export interface Reversed {
  reversals: readonly Reversal[];
}

const WORDS: Record<Reversal['kind'], string> = { refund: 'refunded', chargeback: 'charged back' };

/** @param price of the proxy; a larger refund was of all proxies that were bought with it. */
function describe({ amount, kind }: Pick<Reversal, 'amount' | 'kind'>, price?: number | null) {
  if (amount === null) return capitalise(WORDS[kind]);
  return `${formatNaira(amount)}${price && amount > price ? ' of its order' : ''} ${WORDS[kind]}`;
}

export const describeReversals = ({ reversals }: Reversed, price?: number | null): string[] =>
  asList(reversals).map((reversal) => describe(reversal, price));

/** Green is for what stands. */
export const reversedTone = ({ reversals }: Reversed): Tone | undefined =>
  asList(reversals).length > 0 ? 'neutral' : undefined;

interface LinkedProps {
  of: Reversed;
  toPath: (reversal: Reversal) => string;
}

interface ReversalsProps extends LinkedProps {
  price?: number | null;
  className?: string;
}

/** What was refunded or charged back, with a link to the transaction of each. */
export function Reversals({ of, price, toPath, className }: ReversalsProps) {
  const texts = describeReversals(of, price);
  if (texts.length === 0) return null;
  return (
    <span className={className} style={{ display: 'flex', flexWrap: 'wrap', gap: '0 8px' }}>
      {texts.map((text, index) => {
        const reversal = of.reversals[index]!;
        return (
          <Link key={reversal.id} to={toPath(reversal)}>
            {text}
          </Link>
        );
      })}
    </span>
  );
}

/** The sum of what was refunded or charged back, with a link to the last of it. @param children shown when nothing was. */
export function ReversedBadge({ of, toPath, children }: LinkedProps & { children: ReactNode }) {
  const all = asList(of.reversals);
  const last = all.at(-1);
  if (!last) return children;
  const amount = last.amount && all.reduce((sum, one) => sum + (one.amount ?? 0), 0);
  return (
    <Link to={toPath(last)}>
      <StatusBadge status="refunded" word={describe({ ...last, amount })} />
    </Link>
  );
}
