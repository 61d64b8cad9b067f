const USERS = ['adminListUsers', 'adminGetUser', 'adminDashboard', 'adminAuditLogs'];
const MONEY = [
  'adminListTransactions',
  'adminUserPayments',
  'adminUserPurchases',
  'adminUserWallet',
  'adminAnalytics',
  ...USERS,
];

const PAYMENT = ['getPaymentForStaff', ...MONEY];
const FACTOR = ['adminGetSecondFactor', 'adminListSecondFactors', 'adminAuditLogs'];
const PROXY = ['adminListProxies', 'adminDashboard', 'adminAuditLogs'];

/** What the back office's mutations make stale, by operation id. */
export const ADMIN_STALE_AFTER: Record<string, readonly string[]> = {
  adminCreateUser: USERS,
  adminUpdateUser: [...USERS, 'adminListProxies', 'adminListTransactions', 'userInfo'],
  // Not adminGetUser: nobody answers to that id any more.
  adminDeleteUser: [
    'adminListUsers',
    'adminDashboard',
    'adminAuditLogs',
    'adminListProxies',
    'adminListTransactions',
  ],
  adminFundWallet: MONEY,
  recheckPayment: PAYMENT,
  acceptPayment: PAYMENT,
  rejectPayment: PAYMENT,
  refundPayment: PAYMENT,
  chargeBackPayment: PAYMENT,
  refundOrder: [...MONEY, 'adminListProxies'],
  adminSuspendProxy: PROXY,
  adminResumeProxy: PROXY,
  adminReissueProxyCredentials: PROXY,
  // Prices follow the exchange rate and the markup.
  adminSaveSettings: [
    'adminGetSettings',
    'adminAuditLogs',
    'catalog',
    'exchangeRate',
    'pricingInfo',
    'dataCenterInfo',
    'poolPricing',
  ],
  adminBeginSecondFactor: ['adminAuditLogs'],
  adminConfirmSecondFactor: FACTOR,
  adminDisableSecondFactor: FACTOR,
  adminResetSecondFactor: ['adminListSecondFactors', 'adminAuditLogs'],
  adminTestEmail: ['adminAuditLogs'],
  adminExportAnalytics: ['adminAuditLogs'],
  adminExportAudit: ['adminAuditLogs'],
};
