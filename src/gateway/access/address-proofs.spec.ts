import { pino } from 'pino';
import { AddressProofs } from './address-access';

const RETRY_MS = 100;
const ADDRESS = '102.89.1.2';

/** Proofs on a clock that is set by hand; what the database was told, and whether it answers. */
function createProofs() {
  const told: string[] = [];
  const database = { isUp: true };
  const tell = (text: string) => {
    told.push(text);
    return database.isUp ? Promise.resolve() : Promise.reject(new Error('down'));
  };
  let now = 1_000;
  const proofs = new AddressProofs(
    {
      prove: ({ address, proxyId }) => tell(`prove ${address} ${proxyId}`),
      touch: (addresses) => tell(`touch ${addresses.join(' ')}`),
    },
    RETRY_MS,
    pino({ level: 'silent' }),
    () => now,
  );
  const news = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return told.splice(0);
  };
  return { proofs, database, news, pass: (ms: number) => (now += ms) };
}

describe('AddressProofs', () => {
  it('proves pending addresses only, once until there is news', async () => {
    const { proofs, news, pass } = createProofs();
    proofs.prove(ADDRESS, 1);
    expect(await news()).toEqual([]);
    proofs.replace([ADDRESS]);
    for (const proxyId of [1, 1, 2, 2]) proofs.prove(ADDRESS, proxyId);
    expect(await news()).toEqual([`prove ${ADDRESS} 1`, `prove ${ADDRESS} 2`]);
    pass(RETRY_MS - 1);
    proofs.prove(ADDRESS, 1);
    expect(await news()).toEqual([]);
    proofs.onChange(ADDRESS);
    proofs.prove(ADDRESS, 1);
    expect(await news()).toEqual([`prove ${ADDRESS} 1`]);
    pass(RETRY_MS);
    proofs.prove(ADDRESS, 1);
    expect(await news()).toEqual([`prove ${ADDRESS} 1`]);
    proofs.replace([]);
    pass(RETRY_MS);
    proofs.prove(ADDRESS, 1);
    expect(await news()).toEqual([]);
  });

  it('tells once an hour that an address is in use', async () => {
    const { proofs, news, pass } = createProofs();
    for (let n = 0; n < 3; n++) proofs.use(ADDRESS);
    pass(3_599_999);
    proofs.use(ADDRESS);
    expect(await news()).toEqual([`touch ${ADDRESS}`]);
    pass(1);
    proofs.use(ADDRESS);
    expect(await news()).toEqual([`touch ${ADDRESS}`]);
  });

  it('tells again what the database did not take', async () => {
    const { proofs, database, news } = createProofs();
    proofs.replace([ADDRESS]);
    database.isUp = false;
    proofs.prove(ADDRESS, 1);
    await news();
    proofs.use(ADDRESS);
    await news();
    database.isUp = true;
    proofs.prove(ADDRESS, 1);
    proofs.use(ADDRESS);
    expect(await news()).toEqual([`prove ${ADDRESS} 1`, `touch ${ADDRESS}`]);
  });
});
