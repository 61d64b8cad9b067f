import { PlainButton } from '@/components/ui/button';
import parts from '@/components/ui/dialog-parts.module.css';
import type { Proxy } from './proxy';

/** What staff can do with the proxy of the dialog. */
export function ProxyActions({ onClose }: { proxy: Proxy; onClose: () => void }) {
  return (
    <div className={parts.actions}>
      <PlainButton onClick={onClose}>Close</PlainButton>
    </div>
  );
}
