import { DataSource } from 'typeorm';
import { decrypt } from '../../../src/common/crypto/secrets';
import { AppConfig } from '../../../src/config/app-config';
import { createHttpTestApp, type Customer, type HttpTestApp } from '../proxies/http-test-app';

const PATH = '/admin/supply/exits/import';
const TEXT =
  'gate.example.com:7000:user-{session}:Secret-1\ngate.example.com:7000:other:Secret-1\nnonsense\ngate.example.com:7000:other:Secret-2';

interface Imported {
  counts: { added: number; duplicate: number; malformed: number };
  lines: object[];
}

describe('Import of exits', () => {
  let app: HttpTestApp;
  let source: DataSource;
  let admin: Customer;
  let subAdmin: Customer;

  beforeAll(async () => {
    app = await createHttpTestApp();
    source = app.nest.get(DataSource);
    admin = await app.signUp('admin');
    subAdmin = await app.signUp('sub-admin');
  });
  afterAll(() => app.close());
  afterEach(() => source.query(`DELETE FROM exit_node WHERE leave = 'upstream'`));

  const call = (body: object, by = admin) => app.call('POST', PATH, body, by.headers);
  const importList = async (more: object = {}): Promise<Imported> => {
    const { status, body } = await call({ text: TEXT, kind: 'mobile', country: 'is', ...more });
    expect([status, body.errors]).toEqual([200, undefined]);
    return body.data as unknown as Imported;
  };
  const findExits = () =>
    source.query<{ id: number; url: string }[]>(
      `SELECT id, kind, country, region_code, city_code, city_name, isp_code, weight,
              upstream_url_encrypted AS url FROM exit_node WHERE leave = 'upstream' ORDER BY id`,
    );

  it('should say what an import would do, then do it once', async () => {
    const planned = await importList({ dry_run: true });
    expect(planned.counts).toEqual({ added: 2, duplicate: 1, malformed: 1 });
    expect(await findExits()).toEqual([]);
    expect(await importList()).toMatchObject({ counts: planned.counts, lines: planned.lines });
    expect((await importList()).counts).toEqual({ added: 0, duplicate: 3, malformed: 1 });
    expect((await importList({ kind: 'residential' })).counts.added).toBe(2);
    expect(JSON.stringify(planned)).not.toContain('Secret');
    const audits = await source.query<{ details: string }[]>(
      `SELECT details, changes FROM audit_log WHERE action = 'system.exits_added'`,
    );
    expect(audits.map(({ details }) => details)).toEqual([
      'Imported 2 upstream exits',
      'Imported 2 upstream exits',
    ]);
  });

  it('should store place, weight and the encrypted upstream', async () => {
    const text =
      'host,port,username,password,country,city\ngate.example.com,7000,us er,x,Iceland,Y\n203.0.113.1,80,user,pa:ss,Iceland,São Paulo';
    const place = { country: undefined, region: 'Capital Region', isp: 'Síminn', weight: 7 };
    expect((await importList({ text, ...place, protocol: 'socks5' })).counts).toEqual({
      ...{ added: 1, duplicate: 0, malformed: 1 },
    });
    const [exit] = await findExits();
    expect(exit).toMatchObject({
      ...{ kind: 'mobile', country: 'is', region_code: 'capital_region', isp_code: 'siminn' },
      ...{ city_code: 'sao_paulo', city_name: 'São Paulo', weight: 7 },
    });
    const key = app.nest.get(AppConfig).key('secrets');
    expect(decrypt(key, `exit_node:${exit!.id}`, exit!.url)).toBe(
      'socks5://user:pa%3Ass@203.0.113.1:80',
    );
  });

  it('should add each exit once when two import the same list at once', async () => {
    const results = await Promise.all([importList(), importList()]);
    expect(results.map(({ counts }) => counts.added).sort()).toEqual([0, 2]);
    expect(await findExits()).toHaveLength(2);
  });

  it('should refuse what is not for the caller or not valid', async () => {
    expect((await call({ text: TEXT, kind: 'mobile' }, subAdmin)).status).toBe(403);
    expect((await call({ text: TEXT, kind: 'datacenter' })).status).toBe(422);
    expect((await call({ text: '# nothing', kind: 'mobile' })).status).toBe(422);
    expect((await call({ text: TEXT, kind: 'mobile', weight: 0 })).status).toBe(422);
  });
});
