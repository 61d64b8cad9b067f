import { PlainButton } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { AuditFormat } from './audit-file';

interface AuditActionsProps {
  onVerify: () => void;
  isVerifying: boolean;
  onExport: (format: AuditFormat) => void;
  isExporting: boolean;
}

export function AuditActions({ onVerify, isVerifying, onExport, isExporting }: AuditActionsProps) {
  return (
    <>
      <PlainButton disabled={isVerifying} onClick={onVerify}>
        <Icon name="shield" size={16} />
        {isVerifying ? 'Verifying...' : 'Verify'}
      </PlainButton>
      {(['csv', 'json'] as const).map((format) => (
        <PlainButton
          key={format}
          disabled={isExporting}
          aria-label={`Export ${format.toUpperCase()}`}
          onClick={() => onExport(format)}
        >
          <Icon name="download" size={16} />
          {format.toUpperCase()}
        </PlainButton>
      ))}
    </>
  );
}
