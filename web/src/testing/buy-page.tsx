import { act } from '@testing-library/react';
import { session } from '@/api/session';
import BuyPage from '@/features/buy/buy-page';
import { ApiServer } from './api-server';
import { resetMessages } from './messages';
import { renderAt } from './render-app';
import { ada, ok, proxy } from './samples';

export const BUY = 'POST /proxies/buy';
const place = (code: string, name: string) => ({ code, name });
export const bought = {
  status: 201,
  body: {
    success: true,
    message: 'Your proxy is ready to use.',
    data: { order_status: 'delivered', proxies: [proxy()] },
  },
};

/**
 * Signs in a customer with ₦100,000 and serves places and prices before each test.
 * @param onStart receives the server.
 */
export function setUpBuyPage(onStart: (api: ApiServer) => void): void {
  let api: ApiServer;
  beforeAll(async () => {
    api = await ApiServer.start();
    onStart(api);
  });
  afterAll(() => api.stop());
  beforeEach(() => {
    api.reset();
    api.on('GET /user/info', ok({ user: ada }));
    api.on(
      'GET /pool/countries',
      ok([
        { ...place('ng', 'Nigeria'), has_regions: true, has_cities: true, has_isps: true },
        { ...place('is', 'Iceland'), has_regions: false, has_cities: false, has_isps: false },
      ]),
    );
    api.on('GET /pool/regions', ok([place('lagos', 'Lagos State'), place('kano', 'Kano State')]));
    api.on('GET /pool/cities', ok([place('ikeja', 'Ikeja')]));
    api.on('GET /pool/isps', ok([place('mtn', 'MTN')]));
    api.on(
      'GET /pool/pricing',
      ok({
        priceList: [
          { traffic: '1', price: 5600, validity_days: 30 },
          { traffic: '5', price: 25_600, validity_days: 30 },
        ],
      }),
    );
    session.start({ token: 't', user: { ...ada, wallet_balance: 100_000 } });
  });
  afterEach(() => {
    act(() => session.logout());
    resetMessages();
  });
}

export const renderBuyPage = (address = '/buyproxy') => renderAt(<BuyPage />, address);
