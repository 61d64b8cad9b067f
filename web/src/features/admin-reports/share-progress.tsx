import { Progress } from 'antd';
import { formatNumber } from '@/lib/number';

/** A share of the whole as a bar with its figure. */
export function ShareProgress({ percent }: { percent: number }) {
  return (
    <Progress
      percent={percent}
      size="small"
      status="normal"
      aria-label={`${formatNumber(percent)}%`}
      aria-valuetext={`${formatNumber(percent)}%`}
      format={() => `${formatNumber(percent)}%`}
      style={{ minWidth: 120 }}
    />
  );
}
