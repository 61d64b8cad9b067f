import { session } from '@/api/session';
import WalletPage from '@/features/wallet/wallet-page';
import { serveApi, type ApiServer } from './api-server';
import { renderAt } from './render-app';
import { ada, ok, pagination, transaction } from './samples';

export const PENDING = 'GET /payments/transactions';
export const RECENT = 'GET /payments/transactions/recent';
export const REFERENCE = 'TOPUP_1763600000000_AB12CD34E';
export const wallet = {
  balance: 12_500,
  currency: 'NGN',
  symbol: '₦',
  owed: 0,
  this_month: 5600,
  total_top_ups: 30_000,
  average_monthly: 4200,
  spending_limits: null,
};

/** Signs in a customer and serves a wallet before each test. */
export function serveWalletPage(): ApiServer {
  const api = serveApi({
    'GET /wallet': ok(wallet),
    'GET /user/info': ok({ user: ada }),
    'GET /pricing-info': ok({ minimum_topup: 1000, maximum_topup: 1_000_000 }),
    'GET /user/naira-account': ok({ offered: false, account: null }),
    [PENDING]: ok({ transactions: [], pagination: pagination(0) }),
    [RECENT]: ok({ transactions: [transaction()] }),
  });
  beforeEach(() => session.start({ token: 't', user: ada }));
  afterEach(() => (window.location.hash = ''));
  return api;
}

export const openWallet = (address = '/wallet') => renderAt(<WalletPage />, address).router;
