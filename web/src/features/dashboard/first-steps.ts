import { paths, proxyPath } from '@/lib/paths';

export interface FirstStep {
  label: string;
  /** Label of the link that leads there. */
  action: string;
  to: string;
  isDone: boolean;
}

/** What is known of a customer. */
export interface Progress {
  /** Undefined where the shop does not verify addresses. */
  isVerified: boolean | undefined;
  hasPaid: boolean;
  /** The proxy to connect through; null without one. */
  proxyId: number | null;
  hasBought: boolean;
  hasConnected: boolean;
}

/** From sign-up to the first page that is fetched through a proxy; none once that was reached. */
export function toFirstSteps(progress: Progress): readonly FirstStep[] {
  if (progress.hasConnected) return [];
  const { isVerified, hasPaid, hasBought, proxyId } = progress;
  const verification: FirstStep[] =
    isVerified === undefined
      ? []
      : [
          {
            label: 'Verify your email',
            action: 'See your account',
            to: `${paths.profile}?tab=accounts`,
            isDone: isVerified,
          },
        ];
  return [
    ...verification,
    {
      label: 'Top up your wallet',
      action: 'Top up',
      to: paths.wallet,
      isDone: hasPaid || hasBought,
    },
    {
      label: 'Buy a proxy',
      action: 'Buy a proxy',
      to: paths.buyProxy,
      isDone: hasBought,
    },
    {
      label: 'Connect',
      action: 'Connect',
      to: proxyId === null ? paths.proxyHistory : proxyPath(proxyId),
      isDone: false,
    },
  ];
}
