import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { addExits } from '../../../src/catalog/exits/add-exits';
import { EXIT_LIST_EXAMPLE } from '../../../src/catalog/exits/exit-list-example';
import { ExitListError, parseExitList } from '../../../src/catalog/exits/exit-list';
import { decrypt } from '../../../src/common/crypto/cipher';
import { dataSourceOptions } from '../../../src/database/data-source-options';
import { createTestDatabase, type TestDatabase } from '../../support/database';

const KEY = Buffer.alloc(32, 7);

let database: TestDatabase;
let source: DataSource;

const countOf = async (table: string): Promise<number> => {
  const [{ count }] = await source.query<[{ count: number }]>(`SELECT count(*)::int FROM ${table}`);
  return count;
};

describe('putting exits into service', () => {
  beforeEach(async () => {
    database = await createTestDatabase();
    source = await new DataSource(dataSourceOptions(database.url, 2)).initialize();
  });

  afterEach(async () => {
    await source.destroy();
    await database.dispose();
  });

  it('takes the example that it shows, encrypting what only the gateway may read', async () => {
    const added = await addExits(source, KEY, parseExitList(EXIT_LIST_EXAMPLE));
    expect(added).toEqual({ exits: 2, addresses: 2 });
    const [away, here] = await source.query<Record<string, string>[]>(
      'SELECT * FROM exit_node ORDER BY id',
    );
    expect(away).toMatchObject({ leave: 'upstream', city_code: 'ikeja', isp_name: 'MTN' });
    expect(away!.upstream_url_encrypted).not.toContain('password');
    expect(decrypt(KEY, `exit_node:${away!.id}`, away!.upstream_url_encrypted!)).toBe(
      'http://user:password@upstream.example.com:8000',
    );
    expect(here).toMatchObject({
      leave: 'local',
      local_address: '203.0.113.10',
      region_code: null,
    });
    expect(await countOf('stock_unit')).toBe(2);
    expect(await countOf('audit_log')).toBe(1);
  });

  it('adds all of a list or nothing', async () => {
    const exits = parseExitList(EXIT_LIST_EXAMPLE);
    await addExits(source, KEY, exits.slice(1));
    await expect(addExits(source, KEY, exits)).rejects.toThrow(/stock_unit_address/);
    expect(await countOf('exit_node')).toBe(1);
  });
});

describe('a list of exits', () => {
  const exit = { kind: 'mobile', country: 'ng', local_address: '203.0.113.1' };
  const bad: [string, object | string, RegExp][] = [
    ['is not JSON', '[', /not JSON/],
    ['is empty', [], /at least one/],
    ['has an unknown kind', [{ ...exit, kind: 'satellite' }], /entry 1: kind/],
    ['has no real country', [exit, { ...exit, country: 'zz' }], /entry 2: country/],
    ['has an exit that leads nowhere', [{ kind: 'mobile', country: 'ng' }], /local_address/],
    ['leads two ways', [{ ...exit, upstream_url: 'http://u:p@h:1' }], /not both/],
    [
      'has an upstream of no known kind',
      [{ ...exit, upstream_url: 'ftp://secret@h' }],
      /upstream_url/,
    ],
    [
      'has a place that no username can name',
      [{ ...exit, city: { code: 'ile-ife', name: 'Ife' } }],
      /code/,
    ],
    ['has a field nobody knows', [{ ...exit, colour: 'green' }], /colour/],
    ['stocks a pool', [{ ...exit, addresses: ['203.0.113.2'] }], /addresses belong/],
  ];

  it.each(bad)('is refused when it %s', (_what, list, complaint) => {
    const text = typeof list === 'string' ? list : JSON.stringify(list);
    const read = () => parseExitList(text);
    expect(read).toThrow(ExitListError);
    expect(read).toThrow(complaint);
    expect(read).not.toThrow(/secret/);
  });
});
