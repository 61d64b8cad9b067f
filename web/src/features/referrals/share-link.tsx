import ShareAltOutlined from '@ant-design/icons/ShareAltOutlined';
import { Button, Flex } from 'antd';
import { useSiteConfig } from '@/api/site-config';
import { CopyField } from '@/components/form/copy-field';
import { toMessage } from './referrals';

/** The invitation link to copy, and to pass on with what the device or WhatsApp offers. */
export function ShareLink({ link }: { link: string }) {
  const siteName = useSiteConfig()?.site_name ?? 'this shop';
  const text = toMessage(siteName, link);
  // Not in every browser, whatever its type says.
  const canShare = typeof navigator.share === 'function';
  return (
    <>
      <CopyField label="Your link" value={link} />
      <Flex gap="small" wrap style={{ marginTop: 16 }}>
        <Button
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noreferrer"
        >
          Send by WhatsApp
        </Button>
        {canShare && (
          <Button
            icon={<ShareAltOutlined aria-hidden="true" />}
            // Rejected when the person closes the sheet.
            onClick={() => void navigator.share({ text }).catch(() => undefined)}
          >
            Share
          </Button>
        )}
      </Flex>
    </>
  );
}
