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

/** IPRoyal's residential API: a bearer token, and the gigabytes that are left. */
export class FakeIproyal extends FakeTrafficAccount {
  protected readonly bytesPerGb = 1_000_000_000;

  constructor(private readonly token = 'sandbox-key') {
    super();
  }

  protected answer({ method, path, headers }: ProviderCall): ProviderReply {
    if (headers.authorization !== `Bearer ${this.token}`)
      return json(401, { message: 'Unauthenticated.' });
    if (`${method} ${path}` !== 'GET /me') return json(404, { message: 'Not found.' });
    return json(200, {
      available_traffic: this.balance,
      subusers_count: 0,
      residential_user_hash: '01H7YCG0R9GYY1YCPS2S4QA6WB',
    });
  }
}

/** Evomi's reseller API v2: a key in a header, and the megabytes that are left of each product. */
export class FakeEvomi extends FakeTrafficAccount {
  protected readonly bytesPerGb = 1_000_000_000;

  constructor(private readonly key = 'sandbox-key') {
    super();
  }

  protected answer({ method, path, headers }: ProviderCall): ProviderReply {
    const reply = (status: number, data: unknown, message: string): ProviderReply =>
      json(status, { data, message, status, timestamp: new Date().toISOString() });
    if (headers['x-api-key'] !== this.key) return reply(401, null, 'Invalid API key');
    if (`${method} ${path}` !== 'GET /reseller/my_info') return reply(404, null, 'Not found');
    const products = { residential: { balance: this.balance * 1000 }, dataCenter: { balance: 7 } };
    return reply(200, { username: 'sandbox', products }, 'OK');
  }
}

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
