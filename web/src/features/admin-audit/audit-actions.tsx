import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import SafetyCertificateOutlined from '@ant-design/icons/SafetyCertificateOutlined';
import { Button } from 'antd';
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
      <Button
        icon={<SafetyCertificateOutlined aria-hidden />}
        disabled={isVerifying}
        onClick={onVerify}
      >
        {isVerifying ? 'Verifying...' : 'Verify'}
      </Button>
      {(['csv', 'json'] as const).map((format) => (
        <Button
          key={format}
          icon={<DownloadOutlined aria-hidden />}
          disabled={isExporting}
          aria-label={`Export ${format.toUpperCase()}`}
          onClick={() => onExport(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </>
  );
}
