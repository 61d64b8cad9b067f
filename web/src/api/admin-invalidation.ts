const USERS = ['/admin/users', '/admin/users/*', '/admin/dashboard/full', '/admin/audit/logs'];
const MONEY = [
  '/admin/transactions/all',
  '/admin/users/*/payments',
  '/admin/users/*/purchases',
  '/admin/users/*/wallet',
  '/admin/analytics',
  ...USERS,
];

/** A movement of money above the limit is a proposal in this list. */
const CORRECTION = ['/admin/wallet-corrections', ...MONEY];
const PAYMENT = ['/admin/payments/*', ...CORRECTION];
const FACTOR = [
  '/admin/second-factor',
  '/admin/second-factor/staff',
  '/admin/second-factor/requirement',
  '/admin/audit/logs',
];
const STOCK = [
  '/admin/supply/stock',
  '/admin/supply/exits',
  '/admin/dashboard/full',
  '/admin/audit/logs',
];
const PROXY = ['/admin/proxies/all', '/admin/dashboard/full', '/admin/audit/logs'];

const NETWORKS = [
  '/admin/supply/networks',
  '/admin/supply/network-usage',
  '/admin/supply/coverage',
  '/admin/audit/logs',
];
const PLACES = ['/admin/supply/networks/*/places', '/admin/audit/logs'];

const PROVIDERS = ['/admin/supply/providers', '/admin/supply/network-usage', '/admin/audit/logs'];
const PURCHASES = ['/admin/supply/providers/*/purchases', ...PROVIDERS, ...STOCK];
const PRICES = ['/admin/prices', '/admin/prices/history', '/admin/audit/logs'];

/** Operation id of an admin mutation → paths of the queries it invalidates. */
export const ADMIN_INVALIDATED_PATHS: Record<string, readonly string[]> = {
  adminCreateUser: USERS,
  adminUpdateUser: [...USERS, '/admin/proxies/all', '/admin/transactions/all', '/user/info'],
  // Without the path of the deleted user, which now responds with 404.
  adminSuspendUser: [...USERS, '/admin/proxies/all'],
  adminReactivateUser: [...USERS, '/admin/proxies/all'],
  adminDeleteUser: [
    '/admin/users',
    '/admin/dashboard/full',
    '/admin/audit/logs',
    '/admin/proxies/all',
    '/admin/transactions/all',
  ],
  adminCreateCoupon: ['/admin/coupons', '/admin/audit/logs'],
  adminEndCoupon: ['/admin/coupons', '/admin/audit/logs'],
  adminEndSessions: ['/admin/audit/logs'],
  adminResetCustomerTwoFactor: ['/admin/audit/logs'],
  adminFundWallet: CORRECTION,
  reverseFunding: CORRECTION,
  correctWallet: CORRECTION,
  // It may concern a payment or an order.
  approveWalletCorrection: [...PAYMENT, '/admin/proxies/all'],
  rejectWalletCorrection: CORRECTION,
  reverseWalletCorrection: CORRECTION,
  recheckPayment: PAYMENT,
  acceptPayment: PAYMENT,
  rejectPayment: PAYMENT,
  refundPayment: PAYMENT,
  chargeBackPayment: PAYMENT,
  winDispute: PAYMENT,
  adminChangePrices: PRICES,
  adminCancelPrices: PRICES,
  adminReadPrices: [],
  adminPreviewPrices: [],
  adminBlockTarget: ['/admin/supply/blocks', '/admin/audit/logs'],
  adminUnblockTarget: ['/admin/supply/blocks', '/admin/audit/logs'],
  adminUpdateExit: [
    '/admin/supply/exits',
    '/admin/supply/gateways',
    '/admin/supply/coverage',
    '/admin/dashboard/full',
    '/admin/audit/logs',
  ],
  adminImportExits: ['/admin/supply/exits', '/admin/dashboard/full', '/admin/audit/logs'],
  adminImportStock: STOCK,
  adminUpdateUnit: STOCK,
  adminReplaceUnit: [...STOCK, '/admin/proxies/all'],
  adminAddProvider: PROVIDERS,
  adminUpdateProvider: PROVIDERS,
  adminRemoveProvider: PROVIDERS,
  adminReadProviderBalance: PROVIDERS,
  adminSynchronizeProvider: [...PROVIDERS, ...STOCK],
  adminBuyStock: PURCHASES,
  adminCheckPurchase: PURCHASES,
  adminDecideNotBought: PURCHASES,
  adminProlongUnit: PURCHASES,
  adminRequestReplacement: ['/admin/audit/logs'],
  adminEnterProviderUsage: ['/admin/supply/networks/*/provider-usage', '/admin/audit/logs'],
  adminImportPlaces: PLACES,
  adminReadPlaces: PLACES,
  adminRemovePlaces: PLACES,
  adminAddNetwork: NETWORKS,
  adminUpdateNetwork: NETWORKS,
  adminRemoveNetwork: NETWORKS,
  adminRemoveAllowedAddress: ['/admin/users/*/allowed-addresses', '/admin/audit/logs'],
  retryFailedJobs: ['/admin/dashboard/full', '/admin/audit/logs'],
  dismissFailedJobs: ['/admin/dashboard/full', '/admin/audit/logs'],
  retryParkedNotices: ['/admin/dashboard/full', '/admin/audit/logs'],
  dismissParkedNotices: ['/admin/dashboard/full', '/admin/audit/logs'],
  acknowledgePayment: PAYMENT,
  acknowledgeDifference: PAYMENT,
  importPayoutFile: [
    '/admin/clearing',
    '/admin/clearing/comparison',
    '/admin/clearing/items',
    '/admin/clearing/payouts',
    '/admin/clearing/accounts/*',
    '/admin/dashboard/full',
    '/admin/audit/logs',
  ],
  refundOrder: [...MONEY, '/admin/proxies/all'],
  refundOrderPart: [...CORRECTION, '/admin/proxies/all'],
  adminSuspendProxy: PROXY,
  adminResumeProxy: PROXY,
  adminReissueProxyCredentials: PROXY,
  // Prices depend on the exchange rate and the markup.
  adminSaveSettings: [
    '/admin/system/settings',
    '/admin/audit/logs',
    '/catalog',
    '/exchange-rate',
    '/pricing-info',
    '/data-center-info',
    '/pool/pricing',
  ],
  adminBeginTwoFactor: ['/admin/audit/logs'],
  adminConfirmTwoFactor: FACTOR,
  adminReplaceRecoveryCodes: FACTOR,
  adminDisableTwoFactor: FACTOR,
  adminRequireTwoFactor: ['/admin/second-factor/requirement', '/admin/audit/logs'],
  adminResetTwoFactor: ['/admin/second-factor/staff', '/admin/audit/logs'],
  adminTestEmail: ['/admin/audit/logs'],
  adminExportAnalytics: ['/admin/audit/logs'],
  adminExportAudit: ['/admin/audit/logs'],
};
