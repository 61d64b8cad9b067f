import type { QueryClient } from '@tanstack/react-query';

/** The keys of all queries of the generated client: their paths, split (`shouldSplitQueryKey`). */
const ALL = { queryKey: ['api', 'v1'] };

/**
 * Mutations after which a screen shows what it showed before: they price, test, export or request something, or a session
 * starts or ends with them. After every other one, all that is on screen is loaded again, so that no table of what
 * depends on what can be incomplete.
 */
export const CHANGES_NOTHING_SHOWN: ReadonlySet<string> = new Set([
  ...['priceQuote', 'quoteCoupon', 'quoteOrder', 'quotePlace', 'quoteRenewal'],
  ...['adminQuotePurchase', 'adminQuoteProlongation', 'adminPreviewPrices', 'adminReadPrices'],
  ...[
    'adminViewAsUser',
    'adminPreviewDraft',
    'adminPreviewNetwork',
    'adminProbeNetwork',
    'testProxy',
    'rotateSession',
  ],
  'adminExportProfit',
  ...['login', 'adminLogin', 'googleVerifyToken', 'register', 'logout', 'deleteAccount'],
  ...['forgotPassword', 'verifyResetToken', 'resetPassword', 'resendVerification'],
  ...[
    'acceptInvitation',
    'acceptStaffInvitation',
    'reauthenticate',
    'beginTwoFactor',
    'beginEmailChange',
    'contactSales',
  ],
  // The switches hold what was chosen last, whichever answer arrives first.
  'updateNotifications',
]);

export const isMutationShown = (operation: unknown): boolean =>
  typeof operation === 'string' && !CHANGES_NOTHING_SHOWN.has(operation);

/**
 * Loads all that is on screen again; what is not is loaded when it is shown next. A first load that is still under way may have read
 * the data from before the change, and `invalidateQueries` would accept its answer, so it is cancelled.
 */
export async function reloadShown(client: QueryClient): Promise<void> {
  await client.cancelQueries(ALL);
  await client.invalidateQueries(ALL);
}

/** Marks everything as outdated: it is loaded again where it is shown next. */
export const markOutdated = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ ...ALL, refetchType: 'none' });
