import { createHmac } from 'node:crypto';
import { verifyKorapayWebhook, extractRawMember } from './korapay-webhook';
import fc from 'fast-check';

const SECRET = 'sk_test_one';
const PREVIOUS = 'sk_test_before';
const DATA = { fee: 75, amount: 5000, status: 'success', currency: 'NGN', reference: 'TOPUP-1234' };
const DATA_TEXT = JSON.stringify(DATA);

const hmac = (text: string, secret = SECRET, hash = 'sha256') =>
  createHmac(hash, secret).update(text).digest('hex');
const envelope = (data: string, event = 'charge.success') => `{"event":"${event}","data":${data}}`;
const read = (body: string | Buffer, signature: string | undefined, secrets = [SECRET]) =>
  verifyKorapayWebhook(Buffer.from(body), signature, secrets);

describe('verifyKorapayWebhook', () => {
  it('should tell the naira account that a transfer went to, where it can be one of ours', () => {
    const told = (reference: unknown) => {
      const account = { account_reference: reference };
      const text = JSON.stringify({
        reference: 'KPY-PAY-1',
        virtual_bank_account_details: { virtual_bank_account: account },
      });
      return read(envelope(text), hmac(text));
    };
    expect(told('NGA-7-0a')).toMatchObject({ nairaAccount: 'NGA-7-0a' });
    for (const reference of [undefined, 7, '', 'a b', 'x'.repeat(101)])
      expect(told(reference)).toMatchObject({ outcome: 'verified', nairaAccount: null });
  });

  it('should read a signed webhook', () => {
    expect(read(envelope(DATA_TEXT), hmac(DATA_TEXT))).toEqual({
      outcome: 'verified',
      event: 'charge.success',
      references: ['TOPUP-1234'],
      nairaAccount: null,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      payload: { event: 'charge.success', data: DATA },
    });
  });

  it('should return the reference and the deprecated field, in this order', () => {
    const text = JSON.stringify({ reference: 'KPY-C-1', payment_reference: 'TOPUP-9999' });
    expect(read(envelope(text), hmac(text))).toMatchObject({
      references: ['KPY-C-1', 'TOPUP-9999'],
    });
  });

  it.each([
    ['data signed as it stands, spaces and all', '{ "amount": 150.00, "reference": "R1" }', true],
    ['data signed as re-serialized', '{ "amount": 150.00, "reference": "R1" }', false],
    ['escaped letters', '{"reference":"R\\u0031"}', true],
    ['a number beyond doubles', '{"reference":"R1","n":12345678901234567890}', true],
  ])('should accept %s', (_what, text, asItStands) => {
    const signed = asItStands ? text : JSON.stringify(JSON.parse(text));
    expect(read(`{\n  "event": "x",\n  "data": ${text}\n}`, hmac(signed)).outcome).toBe('verified');
  });

  it('should accept the previous key only while it is configured', () => {
    const signature = hmac(DATA_TEXT, PREVIOUS);
    expect(read(envelope(DATA_TEXT), signature, [SECRET, PREVIOUS]).outcome).toBe('verified');
    expect(read(envelope(DATA_TEXT), signature, [SECRET]).outcome).toBe('refused');
  });

  it('should give the same data with another event the same fingerprint, since the event is not signed', () => {
    const [one, two] = ['charge.success', 'refund.success'].map((event) =>
      read(envelope(DATA_TEXT, event), hmac(DATA_TEXT)),
    );
    expect(one).toMatchObject({ outcome: 'verified', event: 'charge.success' });
    expect(two).toMatchObject({
      outcome: 'verified',
      fingerprint: one!.outcome === 'verified' ? one!.fingerprint : '',
    });
  });

  const good = hmac(DATA_TEXT);
  const changed = JSON.stringify({ ...DATA, amount: 999_999 });
  const poisoned = `{"__proto__":{"reference":"TOPUP-1234"},"amount":5000}`;
  it.each<[string, string | Buffer, string | undefined]>([
    ['no signature', envelope(DATA_TEXT), undefined],
    ['an empty signature', envelope(DATA_TEXT), ''],
    ['another key', envelope(DATA_TEXT), hmac(DATA_TEXT, 'sk_test_other')],
    ['an empty key', envelope(DATA_TEXT), hmac(DATA_TEXT, '')],
    ['the signature of other data', envelope(changed), good],
    ['a signature of the whole body', envelope(DATA_TEXT), hmac(envelope(DATA_TEXT))],
    ['SHA-512', envelope(DATA_TEXT), hmac(DATA_TEXT, SECRET, 'sha512')],
    ['SHA-512 cut to length', envelope(DATA_TEXT), hmac(DATA_TEXT, SECRET, 'sha512').slice(0, 64)],
    ['upper case hex', envelope(DATA_TEXT), good.toUpperCase()],
    ['short hex', envelope(DATA_TEXT), good.slice(0, 62)],
    ['long hex', envelope(DATA_TEXT), `${good}00`],
    ['a signature with a space', envelope(DATA_TEXT), ` ${good}`],
    ['a signature of strange letters', envelope(DATA_TEXT), 'ａ'.repeat(64)],
    ['no data', '{"event":"charge.success"}', hmac('undefined')],
    ['data that is null', envelope('null'), hmac('null')],
    ['data that is a list', envelope('[1]'), hmac('[1]')],
    ['data that is text', envelope('"TOPUP-1234"'), hmac('"TOPUP-1234"')],
    ['data given twice, the good one last', `{"data":${changed},"data":${DATA_TEXT}}`, good],
    ['data given twice, the good one first', `{"data":${DATA_TEXT},"data":${changed}}`, good],
    ['data given twice, once escaped', `{"d\\u0061ta":${changed},"data":${DATA_TEXT}}`, good],
    [
      'a key given twice within data',
      envelope('{"reference":"A1234567","reference":"B1234567"}'),
      hmac('{"reference":"B1234567"}'),
    ],
    ['data hidden one level down', `{"event":"x","wrap":{"data":${DATA_TEXT}}}`, good],
    ['data in a list', `[{"data":${DATA_TEXT}}]`, good],
    ['broken JSON', `{"data":${DATA_TEXT}`, good],
    ['two documents', `${envelope(DATA_TEXT)}${envelope(changed)}`, good],
    ['a byte order mark', `\ufeff${envelope(DATA_TEXT)}`, good],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), good],
    ['nesting without end', '['.repeat(60_000), good],
    ['deep nesting', envelope(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`), good],
    ['nothing', '', good],
    ['a prototype under another signature', envelope(poisoned), good],
  ])('should refuse %s', (_what, body, signature) => {
    expect(read(body, signature, [SECRET, '']).outcome).toBe('refused');
  });

  it('should refuse everything without a key', () => {
    expect(read(envelope(DATA_TEXT), good, []).outcome).toBe('refused');
  });

  it('should read no reference from a prototype', () => {
    expect(read(envelope(poisoned), hmac(poisoned))).toMatchObject({
      outcome: 'verified',
      references: [],
    });
  });

  it.each(['a\\u0000b', '../../etc', 'x'.repeat(101), ''])(
    'should read no reference from "%s"',
    (odd) => {
      const text = `{"reference":"${odd}","payment_reference":7}`;
      expect(read(envelope(text), hmac(text))).toMatchObject({ references: [] });
    },
  );

  it('should not log an unreadable event', () => {
    expect(read(envelope(DATA_TEXT, 'x\\ny'), good)).toMatchObject({ event: 'unreadable' });
  });
});

describe('extractRawMember', () => {
  it.each([
    ['{"data":{"a":1},"b":2}', '{"a":1}'],
    [' { "b" : [ {"data":1} , "x\\"}" ] , "data" : { "a" : [ 1 , 2 ] } } ', '{ "a" : [ 1 , 2 ] }'],
    ['{"data":-1.50e+3}', '-1.50e+3'],
    ['{"data":"a\\\\"}', '"a\\\\"'],
    ['{"d\\u0061ta":true}', 'true'],
    ['{"data":[]}', '[]'],
    ['{}', null],
    ['[]', null],
    ['{"data":1,"data":1}', null],
    ['{"data":1,"b":{"c":1,"c":2}}', null],
    ['{"data":1', null],
  ])('should extract from %s the text %s', (text, expected) => {
    expect(extractRawMember(text, 'data')).toBe(expected);
  });

  it('should extract the exact text of any value at any position', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }), { maxKeys: 4 }),
        fc.jsonValue({ maxDepth: 4 }),
        fc.constantFrom(undefined, 1, '\t'),
        (others, value, indent) => {
          const { data: _, ...rest } = others;
          const text = JSON.stringify({ ...rest, data: value }, null, indent);
          const found = extractRawMember(text, 'data');
          expect(found).not.toBeNull();
          expect(text).toContain(found!);
          expect(JSON.stringify(JSON.parse(found!))).toBe(JSON.stringify(value));
        },
      ),
    );
  });
});
