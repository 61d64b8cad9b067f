const USERS = ['adminListUsers', 'adminGetUser', 'adminDashboard', 'adminAuditLogs'];
const MONEY = [
  'adminListTransactions',
  'adminUserPayments',
  'adminUserPurchases',
  'adminUserWallet',
  'adminAnalytics',
  ...USERS,
];

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
  adminVerifyPayment: MONEY,
  // Prices follow the exchange rate and the markup.
  adminSaveSettings: [
    'adminGetSettings',
    'adminAuditLogs',
    'catalog',
    'exchangeRate',
    'dataCenterInfo',
    'poolPricing',
  ],
  adminTestEmail: ['adminAuditLogs'],
  adminExportAnalytics: ['adminAuditLogs'],
  adminExportAudit: ['adminAuditLogs'],
};
