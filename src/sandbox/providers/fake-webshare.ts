import { randomBytes, randomInt } from 'node:crypto';
import {
  fakeAddress,
  type FakeProvider,
  json,
  parseObject,
  type ProviderCall,
  type ProviderReply,
} from './fake-provider';

interface Replacement {
  id: number;
  address: string;
  country: string;
  state: string;
  /** Looks after which it is completed. */
  pending: number;
}

const PAGE_SIZES = 100;
const DAY_MS = 86_400_000;
let serial = randomInt(30_000, 50_000);

/** Webshare's API: a plan's list of addresses, asynchronous replacements, statistics by the hour. */
export class FakeWebshare implements FakeProvider {
  readonly calls: string[] = [];
  readonly units: { id: string; ip: string; country: string; password: string }[] = [];
  readonly replacements: Replacement[] = [];
  balance = 25;
  endsAt = new Date(Date.now() + 30 * DAY_MS);
  /** Bytes by hour, as ISO text. */
  readonly hours = new Map<string, number>();

  constructor(private readonly key = 'sandbox-key') {}

  addUnit(country: string): string {
    const ip = fakeAddress(++serial);
    this.units.push({ id: `d-${serial}`, ip, country, password: randomBytes(6).toString('hex') });
    return ip;
  }

  handle(call: ProviderCall): ProviderReply {
    this.calls.push(`${call.method} ${call.path}`);
    if (call.headers.authorization !== `Token ${this.key}`)
      return json(401, { detail: 'Invalid token.', code: 'authentication_failed' });
    switch (`${call.method} ${call.path}`) {
      case 'GET /api/v2/proxy/list/':
        return this.list(call.query);
      case 'GET /api/v2/subscription/':
        return json(200, {
          ...{ id: 1, plan: 2, payment_method: null, term: 'monthly' },
          ...{ free_credits: this.balance, end_date: this.endsAt.toISOString() },
        });
      case 'GET /api/v2/stats/':
        return this.stats(call.query);
      case 'POST /api/v3/proxy/replace/':
        return this.replace(call.body);
      default: {
        const id = /^GET \/api\/v3\/proxy\/replace\/(\d+)\/$/.exec(
          `${call.method} ${call.path}`,
        )?.[1];
        const found = this.replacements.find((one) => one.id === Number(id));
        return found ? json(200, this.advance(found)) : json(404, { detail: 'Not found.' });
      }
    }
  }

  private list(query: URLSearchParams): ProviderReply {
    const mode = query.get('mode');
    if (mode !== 'direct' && mode !== 'backbone')
      return json(400, { mode: [{ message: 'This field is required.', code: 'required' }] });
    const [page, size] = [
      Number(query.get('page') ?? 1),
      Math.min(Number(query.get('page_size') ?? 25), PAGE_SIZES),
    ];
    for (const one of this.replacements) this.advance(one);
    const results = this.units.slice((page - 1) * size, page * size).map((unit) => ({
      ...{ id: unit.id, username: 'sandbox', password: unit.password, port: 8168, valid: true },
      ...{ proxy_address: unit.ip, country_code: unit.country, city_name: 'Somewhere' },
      ...{ last_verification: new Date().toISOString(), created_at: new Date().toISOString() },
    }));
    const next = page * size < this.units.length ? `?page=${page + 1}` : null;
    return json(200, { count: this.units.length, next, previous: null, results });
  }

  private replace(body: string): ProviderReply {
    const { to_replace: from, replace_with: to, dry_run: isDry } = parseObject(body);
    const address = (from as { ip_addresses?: unknown } | undefined)?.ip_addresses;
    const [ip] = Array.isArray(address) ? (address as unknown[]) : [];
    const unit = this.units.find((one) => one.ip === ip);
    const [target] = (Array.isArray(to) ? to : []) as { country_code?: string }[];
    if (!unit || !target?.country_code)
      return json(400, { to_replace: [{ message: 'Nothing to replace.', code: 'invalid' }] });
    const made = { id: ++serial, address: unit.ip, country: target.country_code };
    if (isDry) return json(201, { ...made, state: 'validated' });
    const replacement = { ...made, state: 'validating', pending: 1 };
    this.replacements.push(replacement);
    return json(201, { id: replacement.id, state: replacement.state });
  }

  private advance(one: Replacement) {
    if (one.state !== 'completed' && one.pending-- <= 0) {
      const index = this.units.findIndex(({ ip }) => ip === one.address);
      if (index >= 0) this.units.splice(index, 1);
      this.addUnit(one.country);
      one.state = 'completed';
    }
    return { id: one.id, state: one.state, error_code: null };
  }

  private stats(query: URLSearchParams): ProviderReply {
    const [from, to] = ['timestamp__gte', 'timestamp__lte'].map((name) =>
      Date.parse(query.get(name) ?? ''),
    );
    if (!(to! - from! <= 90 * DAY_MS)) return json(400, { detail: 'At most 90 days.' });
    const rows = [...this.hours].filter(
      ([hour]) => Date.parse(hour) >= from! && Date.parse(hour) <= to!,
    );
    return json(
      200,
      rows.map(([timestamp, bytes]) => ({
        timestamp,
        bandwidth_total: bytes,
        is_projected: false,
      })),
    );
  }
}
