import {
  type FakeProvider,
  json,
  parseObject,
  type ProviderCall,
  type ProviderReply,
} from './fake-provider';

const GIB = 2 ** 30;

/** Of the providers that sell traffic: what was used, and what is left of what was paid. */
export abstract class FakeTrafficAccount implements FakeProvider {
  readonly calls: string[] = [];
  /** Paid gigabytes that are left. */
  balance = 50;
  /** Bytes so far. */
  used = 0;

  /** What a gigabyte has. */
  protected abstract readonly bytesPerGb: number;

  /** Traffic through the account. */
  spend(bytes: number): void {
    this.used += bytes;
    this.balance = Math.max(this.balance - bytes / this.bytesPerGb, 0);
  }

  handle(call: ProviderCall): ProviderReply {
    this.calls.push(`${call.method} ${call.path}`);
    return this.answer(call);
  }

  protected abstract answer(call: ProviderCall): ProviderReply;
}

/** A place of IPRoyal, with the lists of what is below it. */
export interface FakePlace {
  readonly code: string;
  readonly name: string;
  readonly states?: FakeOptions;
  readonly cities?: FakeOptions;
  readonly isps?: FakeOptions;
}
interface FakeOptions {
  readonly prefix: string;
  readonly options: readonly FakePlace[];
}

/** As docs.iproyal.com shows the answer of `/access/countries`. */
const COUNTRIES: readonly FakePlace[] = (() => {
  const list = (prefix: string, ...options: FakePlace[]): FakeOptions => ({ prefix, options });
  const isps = list('_isp-', { code: 'telekom', name: 'Deutsche Telekom AG' });
  const berlin = { code: 'berlin', name: 'Berlin', isps };
  const frankfurt = { code: 'frankfurtammain', name: 'Frankfurt am Main', isps };
  return [
    {
      ...{ code: 'de', name: 'Germany', cities: list('_city-', berlin, frankfurt) },
      states: list('_state-', {
        ...{ code: 'hesse', name: 'Hesse', cities: list('_city-', frankfurt) },
      }),
    },
    { code: 'ng', name: 'Nigeria', cities: list('_city-', { code: 'lagos', name: 'Lagos' }) },
    // Not an ISO code.
    { code: 'xx', name: 'Nowhere', cities: list('_city-', { code: 'ulm', name: 'Ulm' }) },
  ];
})();

/** IPRoyal's residential API: a bearer token, the gigabytes that are left, and the places. */
export class FakeIproyal extends FakeTrafficAccount {
  protected readonly bytesPerGb = 1_000_000_000;
  countries = COUNTRIES;

  constructor(private readonly token = 'sandbox-key') {
    super();
  }

  protected answer({ method, path, headers }: ProviderCall): ProviderReply {
    if (headers.authorization !== `Bearer ${this.token}`)
      return json(401, { message: 'Unauthenticated.' });
    if (`${method} ${path}` === 'GET /access/countries')
      return json(200, { prefix: '_country-', countries: this.countries });
    if (`${method} ${path}` !== 'GET /me') return json(404, { message: 'Not found.' });
    return json(200, {
      available_traffic: this.balance,
      subusers_count: 0,
      residential_user_hash: '01H7YCG0R9GYY1YCPS2S4QA6WB',
    });
  }
}

/** Evomi's reseller API v2: a key in a header, the megabytes that are left of each product, and the places of each. */
export class FakeEvomi extends FakeTrafficAccount {
  protected readonly bytesPerGb = 1_000_000_000;

  constructor(private readonly key = 'sandbox-key') {
    super();
  }

  protected answer({ method, path, headers }: ProviderCall): ProviderReply {
    const reply = (status: number, data: unknown, message: string): ProviderReply =>
      json(status, { data, message, status, timestamp: new Date().toISOString() });
    if (headers['x-api-key'] !== this.key) return reply(401, null, 'Invalid API key');
    if (`${method} ${path}` === 'GET /reseller/proxy_settings')
      return reply(200, EVOMI_PLACES, 'OK');
    if (`${method} ${path}` !== 'GET /reseller/my_info') return reply(404, null, 'Not found');
    const products = { residential: { balance: this.balance * 1000 }, dataCenter: { balance: 7 } };
    return reply(200, { username: 'sandbox', products }, 'OK');
  }
}

/** Regions have no country. */
const EVOMI_PLACES = {
  residential: {
    countries: { DE: 'Germany', NG: 'Nigeria' },
    regions: { data: [{ id: 'hesse', name: 'Hesse' }] },
    cities: { data: [{ id: 'frankfurt', name: 'Frankfurt am Main', country_code: 'DE' }] },
    isp: { 'Deutsche Telekom AG': { value: 'deutsche_telekom', countryCode: 'DE' } },
    continents: null,
  },
  mobile: { countries: { NG: 'Nigeria' }, regions: null, cities: null, isp: {}, continents: null },
};

/** Oxylabs' residential API v2: a sign-in with a token of an hour, and the gigabytes of the current month. */
export class FakeOxylabs extends FakeTrafficAccount {
  protected readonly bytesPerGb = 1_000_000_000;
  /** Gigabytes a month; null is no limit. */
  limit: number | null = null;

  constructor(private readonly account = 'sandbox:sandbox-key') {
    super();
  }

  /** The count begins again. */
  beginMonth(): void {
    this.used = 0;
  }

  protected answer({ method, path, headers }: ProviderCall): ProviderReply {
    const basic = `Basic ${Buffer.from(this.account).toString('base64')}`;
    if (`${method} ${path}` === 'POST /login')
      return headers.authorization === basic
        ? json(200, { user_id: 'u-1', token: 'sandbox-token' })
        : json(401, { message: 'Invalid credentials' });
    if (headers.authorization !== 'Bearer sandbox-token')
      return json(401, { message: 'Invalid token' });
    if (`${method} ${path}` !== 'GET /users/u-1/client-stats')
      return json(404, { message: 'Not found' });
    return json(200, { traffic: this.used / this.bytesPerGb, traffic_limit: this.limit });
  }
}

/** DataImpulse's reseller API: a sign-in by form, and bytes by sub-user, of which there are two. */
export class FakeDataimpulse extends FakeTrafficAccount {
  protected readonly bytesPerGb = GIB;

  constructor(
    private readonly login = 'sandbox',
    private readonly password = 'sandbox-key',
  ) {
    super();
  }

  protected answer({ method, path, query, headers, body }: ProviderCall): ProviderReply {
    const call = `${method} ${path}`;
    if (call === 'POST /user/token/get') return this.signIn(headers['content-type'] ?? '', body);
    if (headers.authorization !== 'Bearer sandbox-token')
      return json(401, { message: 'Wrong number of segments' });
    if (call === 'GET /sub-user/list') {
      const all = [4050, 4051].map((id) => ({ id, label: `sub-user ${id}`, blocked: false }));
      const offset = Number(query.get('offset') ?? 0);
      return json(200, { subusers: all.slice(offset, offset + Number(query.get('limit') ?? 10)) });
    }
    if (call === 'POST /common/locations/countries') {
      const { pool_type: pool } = parseObject(body);
      return pool === 'residential' || pool === 'mobile'
        ? json(200, [{ country_code: 'de', country_name: 'Germany' }])
        : json(422, { message: 'The pool_type field is required.' });
    }
    if (call !== 'GET /sub-user/balance/get') return json(404, { message: 'Not found' });
    // The first one carries everything.
    const isFirst = query.get('subuser_id') === '4050';
    const [used, left] = isFirst ? [this.used, Math.round(this.balance * GIB)] : [0, 0];
    return json(200, { balance: left, balance_total: used + left, balance_used: used });
  }

  private signIn(type: string, body: string): ProviderReply {
    const form = type.includes('json')
      ? new URLSearchParams(parseObject(body) as Record<string, string>)
      : new URLSearchParams(body);
    return form.get('login') === this.login && form.get('password') === this.password
      ? json(200, { token: 'sandbox-token' })
      : json(401, { message: 'Unauthorized' });
  }
}
