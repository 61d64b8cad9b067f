import { session } from '@/api/session';
import BuyPage from '@/features/buy/buy-page';
import { serveApi, type ApiServer } from './api-server';
import { renderAt } from './render-app';
import { ada, ok, proxy } from './samples';

export const BUY = 'POST /proxies/buy';
const place = (code: string, name: string) => ({ code, name });
export const bought = ok(
  { order_status: 'delivered', proxies: [proxy()] },
  'Your proxy is ready to use.',
);

/** Signs in a customer with ₦100,000 and serves places and prices before each test. */
export function serveBuyPage(): ApiServer {
  const api = serveApi({
    'GET /user/info': ok({ user: ada }),
    'GET /pool/countries': ok([
      { ...place('is', 'Iceland'), has_regions: false, has_cities: false, has_isps: false },
      { ...place('ng', 'Nigeria'), has_regions: true, has_cities: true, has_isps: true },
    ]),
    'GET /pool/regions': ok([place('lagos', 'Lagos State'), place('kano', 'Kano State')]),
    'GET /pool/cities': ok([place('ikeja', 'Ikeja')]),
    'GET /pool/isps': ok([place('mtn', 'MTN')]),
    'GET /pool/pricing': ok({
      priceList: [
        { traffic: '1', price: 5600, validity_days: 30 },
        { traffic: '5', price: 25_600, validity_days: 30 },
      ],
    }),
  });
  beforeEach(() => session.start({ token: 't', user: { ...ada, wallet_balance: 100_000 } }));
  return api;
}

export const renderBuyPage = (address = '/buyproxy') => renderAt(<BuyPage />, address);
