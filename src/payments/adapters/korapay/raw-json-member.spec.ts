import fc from 'fast-check';
import { extractRawMember } from './raw-json-member';

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
