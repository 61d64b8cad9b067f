import { Button, type ButtonProps } from 'antd';
import { useMaintenance } from '@/lib/maintenance';

/** Takes something from the shop. During maintenance it cannot be pressed; a banner tells why. */
export function PayButton({ disabled, children, ...props }: ButtonProps) {
  const maintenance = useMaintenance();
  return (
    <Button
      type="primary"
      {...props}
      disabled={disabled || maintenance !== null}
      title={maintenance?.message}
    >
      {maintenance ? 'Buying is paused' : children}
    </Button>
  );
}
