import { Money } from '../../common/money/money';
import { readPayoutFile } from './payout-file';

const HEADER =
  'Settlement Reference,Settlement Date,Transaction Reference,Type,Amount,Fee,Currency';
const read = (...lines: string[]) => readPayoutFile([HEADER, ...lines].join('\r\n'));

const IMPLAUSIBLE = 'The date of the settlement is before the year 2000 or in the future.';

describe('The settlements file', () => {
  it('should group the lines by payout', () => {
    const { payouts, problems } = read(
      'PO-1,2026-01-31,A,Pay In,"₦5,000.00",75,NGN',
      'PO-2,2026-02-01 10:30:00,B,,1000,,',
      'PO-1,2026-01-31,RFD-1,Refund,500,0,NGN',
      'PO-1,2026-01-31,C,Chargeback,-1000,0,NGN',
    );
    expect(problems).toEqual([]);
    const fee = Money.zero;
    expect(payouts).toEqual([
      {
        payout: {
          reference: 'PO-1',
          paidAt: new Date('2026-01-31T00:00:00Z'),
          amount: null,
          fee: null,
        },
        items: [
          { kind: 'charge', reference: 'A', amount: Money.naira(5000), fee: Money.naira(75) },
          { kind: 'refund', reference: 'RFD-1', amount: Money.naira(-500), fee },
          { kind: 'dispute', reference: 'C', amount: Money.naira(-1000), fee },
        ],
      },
      {
        payout: {
          reference: 'PO-2',
          paidAt: new Date('2026-02-01T10:30:00Z'),
          amount: null,
          fee: null,
        },
        items: [{ kind: 'charge', reference: 'B', amount: Money.naira(1000), fee }],
      },
    ]);
  });

  it('should take amount and fee of the payout from the file', () => {
    const { payouts } = readPayoutFile(
      'payout_id,payout_date,reference,amount,payout_amount,payout_fee\nPO-1,2026-01-31T09:00Z,A,5000,4900,25',
    );
    expect(payouts[0]!.payout).toMatchObject({ amount: Money.naira(4900), fee: Money.naira(25) });
  });

  it.each([
    ['PO-1,2026-01-31,A,charge,many,0,NGN', 'The amount is not readable.'],
    ['PO-1,2026-01-31,A,charge,5000,-1,NGN', 'The fee is not readable.'],
    ['PO-1,31/01/2026,A,charge,5000,0,NGN', 'The date of the settlement is not readable.'],
    ['PO-1,2026-13-31,A,charge,5000,0,NGN', 'The date of the settlement is not readable.'],
    ['PO-1,0001-01-31,A,charge,5000,0,NGN', IMPLAUSIBLE],
    ['PO-1,1999-12-31,A,charge,5000,0,NGN', IMPLAUSIBLE],
    ['PO-1,9999-12-31,A,charge,5000,0,NGN', IMPLAUSIBLE],
    ['PO-1,2026-01-31,,charge,5000,0,NGN', 'The reference is missing.'],
    ['PO-1,2026-01-31,A,charge,5000,0,USD', 'The currency is USD, not NGN.'],
  ])('should leave out the payout of the line %s', (line, message) => {
    const { payouts, problems } = read(
      'PO-1,2026-01-31,Z,charge,1,0,NGN',
      line,
      'PO-2,2026-01-31,B,charge,1,0,',
    );
    expect(problems).toEqual([{ line: 3, message }]);
    expect(payouts.map(({ payout }) => payout.reference)).toEqual(['PO-2']);
  });

  it.each([
    ['longer than is stored', 'P'.repeat(101)],
    ['with a character that is not stored', 'PO\0-1'],
  ])('should leave out a payout with an unreadable line whose reference is %s', (_what, payout) => {
    const { payouts, problems } = read(
      `${payout},2026-01-31,A,charge,5000,75,NGN`,
      `${payout},2026-01-31,B,charge,many,75,NGN`,
    );
    expect(problems).toEqual([{ line: 3, message: 'The amount is not readable.' }]);
    expect(payouts).toEqual([]);
  });

  it('should refuse a payout that is not above zero', () => {
    const { payouts, problems } = read('PO-1,2026-01-31,RFD-1,refund,500,0,NGN');
    expect(payouts).toEqual([]);
    expect(problems).toEqual([{ line: 1, message: 'Payout PO-1 is not above zero.' }]);
  });

  it.each([
    [
      '',
      'The column Settlement Reference, Settlement Date, Transaction Reference, Amount is missing.',
    ],
    ['Settlement Reference,Amount,Reference\nx,1,y', 'The column Settlement Date is missing.'],
    [HEADER, 'The file has no lines below its header.'],
  ])('should name what is missing in %j', (text, message) => {
    expect(readPayoutFile(text)).toEqual({ payouts: [], problems: [{ line: 1, message }] });
  });
});
