import { Typography } from 'antd';
import { useSiteConfig, type SiteConfig } from '@/api/site-config';
import { Panel } from '@/components/layout/panel';
import { LinkButton } from '@/components/ui/link-button';
import { paths } from '@/lib/paths';

/** The way to the invitation link, where the shop rewards invitations. */
export function InvitePanel({ className }: { className?: string }) {
  // A page of an earlier version may have cached a configuration without it.
  const config = useSiteConfig() as Partial<SiteConfig> | null;
  if (!config?.referrals) return null;
  return (
    <Panel title="Invite and earn" className={className}>
      <Typography.Paragraph type="secondary">
        Get a part of the first top-up of everyone who joins through your link.
      </Typography.Paragraph>
      <LinkButton to={paths.referrals}>Get your link</LinkButton>
    </Panel>
  );
}
