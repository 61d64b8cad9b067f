import {
  DOCUMENTED_REFUSALS,
  writeRefusal,
} from '../../../test/support/backconnect/documented-refusals';
import { DIALECTS, findDialect } from './dialects';
import { classifyRefusal, classifySocksReply, readRefusal } from './dialect';

describe('Refusals of providers', () => {
  it.each(
    DOCUMENTED_REFUSALS.map((each) => {
      const { dialect, status, fields = [], body = '' } = each;
      return [dialect, [status, ...fields, body].join(' ').trim(), each.means, each] as const;
    }),
  )('of %s: %s means %s', (id, _, means, refusal) => {
    const [head = '', body] = writeRefusal(refusal).split('\r\n\r\n');
    const rules = findDialect(id)?.refusals ?? [];
    expect(classifyRefusal(rules, readRefusal(head, body))).toBe(means);
  });

  it('are documented for every dialect', () => {
    const shown = new Set(DOCUMENTED_REFUSALS.map(({ dialect }) => dialect));
    expect(DIALECTS.filter(({ id }) => !shown.has(id))).toEqual([]);
  });

  it('are read from fields that explain errors, and from no others', () => {
    const rules = [{ says: /NO_RAY/, means: 'place_empty' as const }];
    const classify = (...fields: string[]) =>
      classifyRefusal(rules, readRefusal(['HTTP/1.1 500 Oops', ...fields].join('\r\n')));
    expect(classify('X-Error-Description: NO_RAY')).toBe('place_empty');
    expect(classify('Via: NO_RAY')).toBe('retry');
    expect(classifyRefusal([], readRefusal('no HTTP'))).toBe('retry');
  });

  it.each([
    [1, 'retry'],
    [2, 'target'],
    [3, 'retry'],
    [4, 'retry'],
    [5, 'target'],
    [6, 'retry'],
    [7, 'retry'],
    [8, 'retry'],
  ])('of SOCKS5: the reply %i means %s', (reply, means) => {
    expect(classifySocksReply(reply)).toBe(means);
  });
});
