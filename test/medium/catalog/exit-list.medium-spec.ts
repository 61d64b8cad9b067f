import { AuditService } from '../../../src/audit/audit.service';
import { loadConfig } from '../../../src/config/app-config';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import 'reflect-metadata';
import type { DataSource } from 'typeorm';
import {
  ExitListService,
  EXIT_LIST_EXAMPLE,
  ExitListError,
  parseExitList,
  describeServedAddress,
} from '../../../src/catalog/exits/exit-list.service';
import { decrypt } from '../../../src/common/crypto/secrets';
import { connectDataSource } from '../../support/data-source';
import { addGateway } from '../../support/gateway-row';
import { createTestDatabase, type TestDatabase } from '../../support/database';

const config = loadConfig({ NODE_ENV: 'test' });

let database: TestDatabase;
let source: DataSource;
let list: ExitListService;

const countRows = async (table: string): Promise<number> => {
  const [{ count }] = await source.query<[{ count: number }]>(`SELECT count(*)::int FROM ${table}`);
  return count;
};

describe('ExitListService', () => {
  beforeEach(async () => {
    database = await createTestDatabase();
    source = await connectDataSource(database.url, 2);
    const uow = new UnitOfWork(source);
    list = new ExitListService(uow, new AuditService(uow), config);
  });

  afterEach(async () => {
    await source.destroy();
    await database.dispose();
  });

  it('should add the exits of the sample list and encrypt the upstream URL', async () => {
    const added = await list.add(parseExitList(EXIT_LIST_EXAMPLE));
    expect(added).toEqual({ exitNodeIds: [expect.any(Number), expect.any(Number)], addresses: 2 });
    const [upstream, local] = await source.query<Record<string, string>[]>(
      'SELECT * FROM exit_node ORDER BY id',
    );
    expect(upstream).toMatchObject({ leave: 'upstream', city_code: 'ikeja', isp_name: 'MTN' });
    expect(upstream!.upstream_url_encrypted).not.toContain('password');
    expect(
      decrypt(
        config.key('secrets'),
        `exit_node:${upstream!.id}`,
        upstream!.upstream_url_encrypted!,
      ),
    ).toBe('http://user:password@upstream.example.com:8000');
    expect(local).toMatchObject({
      leave: 'local',
      local_address: '203.0.113.10',
      region_code: null,
    });
    expect(await countRows('stock_unit')).toBe(2);
    expect(await countRows('audit_log')).toBe(1);
  });

  it('should tell which gateways serve each address, and which address is not on sale', async () => {
    const { exitNodeIds } = await list.add(parseExitList(EXIT_LIST_EXAMPLE));
    const describeAll = async () =>
      (await list.findServedAddresses(exitNodeIds)).map((one) =>
        describeServedAddress(one).replace(/^exit \d+, /, ''),
      );
    expect(await describeAll()).toEqual([
      'upstream: served by no gateway that runs at the moment',
      '203.0.113.10: served by no gateway that runs at the moment',
      '203.0.113.11: served by no gateway that runs at the moment',
      '203.0.113.12: served by no gateway that runs at the moment',
    ]);
    await addGateway((sql, values) => source.query(sql, values), {
      id: 'frankfurt-1',
      addresses: ['203.0.113.10', '203.0.113.12'],
    });
    await addGateway((sql, values) => source.query(sql, values), { id: 'b', region: 'lagos' });
    expect(await describeAll()).toEqual([
      'upstream: served by b',
      '203.0.113.10: served by frankfurt-1',
      '203.0.113.11: no gateway serves it, so it is not on sale until one reports it',
      '203.0.113.12: served by frankfurt-1',
    ]);
  });

  it('should add nothing when one exit of the list fails', async () => {
    const exits = parseExitList(EXIT_LIST_EXAMPLE);
    await list.add(exits.slice(1));
    await expect(list.add(exits)).rejects.toThrow(/stock_unit_address/);
    expect(await countRows('exit_node')).toBe(1);
  });
});

describe('parseExitList', () => {
  const exit = { kind: 'mobile', country: 'ng', local_address: '203.0.113.1' };
  const invalidLists: [string, object | string, RegExp][] = [
    ['is not JSON', '[', /not JSON/],
    ['is empty', [], /at least one/],
    ['has an unknown kind', [{ ...exit, kind: 'satellite' }], /entry 1: kind/],
    ['has zz as a country', [exit, { ...exit, country: 'zz' }], /entry 2: country/],
    [
      'has an exit without address and upstream',
      [{ kind: 'mobile', country: 'ng' }],
      /local_address/,
    ],
    [
      'has an exit with both an address and an upstream',
      [{ ...exit, upstream_url: 'http://u:p@h:1' }],
      /not both/,
    ],
    [
      'has an upstream with an unsupported scheme',
      [{ ...exit, upstream_url: 'ftp://secret@h' }],
      /upstream_url/,
    ],
    [
      'has a location code with a hyphen',
      [{ ...exit, city: { code: 'ile-ife', name: 'Ife' } }],
      /code/,
    ],
    ['has an unknown field', [{ ...exit, colour: 'green' }], /colour/],
    [
      'has stock addresses on a pool exit',
      [{ ...exit, addresses: ['203.0.113.2'] }],
      /addresses belong/,
    ],
  ];

  it.each(invalidLists)('should refuse a list that %s', (_what, list, message) => {
    const text = typeof list === 'string' ? list : JSON.stringify(list);
    const parse = () => parseExitList(text);
    expect(parse).toThrow(ExitListError);
    expect(parse).toThrow(message);
    expect(parse).not.toThrow(/secret/);
  });
});
