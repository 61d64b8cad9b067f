import { Progress } from 'antd';
import { formatNumber } from '@/lib/number';

/** A percentage as a labelled bar. */
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
