import { act } from '@testing-library/react';
import { pendingPayment } from '@/api/pending-payment';
import { session } from '@/api/session';
import WalletPage from '@/features/wallet/wallet-page';
import { ApiServer } from './api-server';
import { renderAt } from './render-app';
import { ada, ok, transaction } from './samples';
import { resetMessages } from './messages';

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

/**
 * Signs in a customer and serves a wallet before each test.
 * @param onStart receives the server.
 */
export function setUpWalletPage(onStart: (api: ApiServer) => void): void {
  let api: ApiServer;
  beforeAll(async () => {
    api = await ApiServer.start();
    onStart(api);
  });
  afterAll(() => api.stop());
  beforeEach(() => {
    api.reset();
    api.on('GET /wallet', ok(wallet));
    api.on('GET /user/info', ok({ user: ada }));
    api.on('GET /pricing-info', ok({ minimum_topup: 1000, maximum_topup: 1_000_000 }));
    api.on('GET /user/naira-account', ok({ offered: false, account: null }));
    api.on(RECENT, ok({ transactions: [transaction()] }));
    session.start({ token: 't', user: ada });
  });
  afterEach(() => {
    pendingPayment.clear();
    act(() => session.logout());
    window.location.hash = '';
    resetMessages();
  });
}

export const openWallet = (address = '/wallet') => renderAt(<WalletPage />, address).router;
