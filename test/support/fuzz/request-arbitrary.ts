import fc, { type Arbitrary } from 'fast-check';
import type { ApiDocument, ApiOperation, ApiParameter, Schema } from './api-document';
import { HOSTILE_EMAILS, HOSTILE_ENCODINGS, HOSTILE_TEXTS, HOSTILE_VALUES } from './hostile-values';
import type { FuzzRequest } from './http-exchange';

/** Values that make a call succeed and that a schema cannot tell, by the name of the field. */
export type Dictionary = Record<string, readonly unknown[]>;

const ABSENT = Symbol('absent');
const WRONG_TYPES = [
  ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''],
  ...[
    'application/json; charset=utf-16',
    'application/vnd.api+json',
    'application/xml',
    'x',
    '*/*',
  ],
];

const hostileText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_EMAILS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);
const hostileValue = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_VALUES) },
  { weight: 3, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Requests to one operation: most are nearly valid, so that they pass the first checks. */
export class RequestArbitrary {
  /** By pattern, because preparing one is expensive. */
  private readonly matching = new Map<string, Arbitrary<string>>();

  constructor(
    private readonly document: ApiDocument,
    private readonly dictionary: Dictionary,
  ) {}

  /** @param authorization of the caller; empty for anonymous ones. */
  for(operation: ApiOperation): Arbitrary<FuzzRequest> {
    const parameters = (place: string) => operation.parameters.filter((p) => p.in === place);
    return fc
      .record({
        path: this.path(operation.path, parameters('path')),
        query: this.query(parameters('query')),
        headers: this.headers(parameters('header')),
        body: this.body(operation),
      })
      .map(({ path, query, headers, body: { type, bytes } }) => ({
        method: operation.method,
        path: query ? `${path}?${query}` : path,
        headers: { ...headers, ...(type === '' ? {} : { 'content-type': type }) },
        ...(bytes && { body: bytes }),
      }));
  }

  private path(template: string, parameters: ApiParameter[]): Arbitrary<string> {
    const values = parameters.map(({ name, schema = {} }) =>
      fc
        .oneof(
          { weight: 5, arbitrary: this.valid(schema, name).map((value) => encode(String(value))) },
          { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_ENCODINGS) },
          { weight: 1, arbitrary: hostileText.map(encode) },
        )
        .map((value): [string, string] => [`{${name}}`, value]),
    );
    return fc
      .tuple(...values)
      .map((pairs) =>
        pairs.reduce((path, [key, value]) => path.replace(key, () => value), template),
      );
  }

  private query(parameters: ApiParameter[]): Arbitrary<string> {
    const pairs = parameters.map(({ name, schema = {}, required }) => {
      const hostile = hostileText.map((text) => `${name}=${encode(text)}`);
      const valid = this.valid(schema, name).map((value) => `${name}=${encode(String(value))}`);
      return fc.oneof(
        { weight: required ? 1 : 6, arbitrary: fc.constant('') },
        { weight: 8, arbitrary: valid },
        { weight: 2, arbitrary: hostile },
        { weight: 1, arbitrary: fc.tuple(valid, hostile).map((both) => both.join('&')) },
        {
          weight: 1,
          arbitrary: fc.constantFrom(`${name}`, `${name}[]=1`, `${name}[a]=1`, `${name}=%ZZ`),
        },
      );
    });
    const extra = fc.oneof(
      { weight: 12, arbitrary: fc.constant('') },
      {
        weight: 1,
        arbitrary: fc.constantFrom('x=1', '__proto__=1', '&&', '=', '%00=%00', 'a'.repeat(4_000)),
      },
    );
    return fc.tuple(...pairs, extra).map((parts) => parts.filter(Boolean).join('&'));
  }

  private headers(parameters: ApiParameter[]): Arbitrary<Record<string, string>> {
    const latin1 = fc.oneof(
      fc.constantFrom(...HOSTILE_TEXTS.map(toHeaderValue)),
      fc.string({ maxLength: 80 }).map(toHeaderValue),
    );
    const declared = parameters.map(({ name }) => fc.record({ [name]: latin1 }));
    const usual = ['user-agent', 'accept', 'accept-language', 'x-request-id', 'origin', 'cookie'];
    const odd = fc.constantFrom(...usual).chain((name) => fc.record({ [name]: latin1 }));
    const maybe = (arbitrary: Arbitrary<Record<string, string>>, weight: number) =>
      fc.oneof({ weight: 8, arbitrary: fc.constant({}) }, { weight, arbitrary });
    return fc
      .tuple(...declared.map((header) => maybe(header, 4)), maybe(odd, 1))
      .map((all) => Object.assign({}, ...all) as Record<string, string>);
  }

  private body({ method, body }: ApiOperation): Arbitrary<{ type: string; bytes?: Buffer }> {
    const json = 'application/json';
    if (!body) {
      const none = fc.constant({ type: '' });
      if (method === 'GET') return none;
      const sent = fc.constantFrom('{}', '[]', 'null', '{', '{"x":1}');
      return fc.oneof(
        none,
        sent.map((text) => ({ type: json, bytes: Buffer.from(text) })),
      );
    }
    const objects = this.object(body).map(toJson);
    const asJson = objects.map((text) => ({ type: json, bytes: Buffer.from(text) }));
    const broken = fc.constantFrom(
      ...[
        '',
        '{',
        '[]',
        'null',
        '1',
        '"x"',
        '{"a":1,}',
        '{"a":1e999}',
        '\ufeff{}',
        '{"a":"\u0001"}',
      ],
      ...['{"__proto__":{"a":1}}', '{"constructor":{"prototype":1}}', '['.repeat(2_000)],
    );
    return fc.oneof(
      { weight: 20, arbitrary: asJson },
      { weight: 1, arbitrary: broken.map((text) => ({ type: json, bytes: Buffer.from(text) })) },
      { weight: 1, arbitrary: objects.map((text) => ({ type: json, bytes: withBadUtf8(text) })) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom(...WRONG_TYPES), objects)
          .map(([type, text]) => ({ type, bytes: Buffer.from(text) })),
      },
    );
  }

  /** Few fields of one object are hostile, missing or null; sometimes there is one too many. */
  private object(schema: Schema): Arbitrary<Record<string, unknown>> {
    const { properties = {}, required = [] } = this.document.resolve(schema);
    const fields = Object.entries(properties).map(([name, field]) => {
      const isRequired = required.includes(name);
      return fc
        .oneof(
          { weight: 24, arbitrary: this.valid(field, name) },
          { weight: isRequired ? 1 : 10, arbitrary: fc.constant(ABSENT) },
          { weight: isRequired ? 1 : 3, arbitrary: fc.constant(null) },
          { weight: 4, arbitrary: hostileValue },
        )
        .map((value): [string, unknown] => [name, value]);
    });
    const extra = fc
      .tuple(fc.constantFrom('x', 'id', 'role', 'user_id', 'a\0', '\ud800', ''), hostileValue)
      .map((pair): [string, unknown] => pair);
    const none = fc.constant<[string, unknown]>(['', ABSENT]);
    return fc
      .tuple(...fields, fc.oneof({ weight: 12, arbitrary: none }, { weight: 1, arbitrary: extra }))
      .map((pairs) => Object.fromEntries(pairs.filter(([, value]) => value !== ABSENT)));
  }

  private valid(schema: Schema, name: string): Arbitrary<unknown> {
    const resolved = this.document.resolve(schema);
    const known = [...(this.dictionary[name] ?? [])];
    if (resolved.example !== undefined) known.push(resolved.example);
    const generated = this.generated(resolved, name);
    if (known.length === 0) return generated;
    return fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...known) },
      { weight: 2, arbitrary: generated },
    );
  }

  private matchingText(pattern: string): Arbitrary<string> {
    const known = this.matching.get(pattern);
    if (known) return known;
    const text = fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' });
    this.matching.set(pattern, text);
    return text;
  }

  private generated(schema: Schema, name: string): Arbitrary<unknown> {
    const { type, format, pattern, minimum, maximum, minLength = 0, maxLength = 200 } = schema;
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (type === 'boolean') return fc.boolean();
    if (type === 'number' || type === 'integer') {
      const [low, high] = [minimum ?? 1, maximum ?? 10];
      const edges = fc.constantFrom(low, high, low + 1, high - 1);
      return fc.oneof(edges, fc.integer({ min: Math.ceil(low), max: Math.floor(high) }));
    }
    if (type === 'array') return fc.array(this.valid(schema.items ?? {}, name), { maxLength: 5 });
    if (type === 'object')
      return schema.properties
        ? this.object(schema)
        : fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 });
    if (format === 'email') return fc.constantFrom(...HOSTILE_EMAILS, 'ada@example.com');
    if (format === 'date-time')
      return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
    if (pattern) return this.matchingText(pattern);
    const text = fc.string({ unit: 'grapheme', minLength, maxLength });
    return fc.oneof(text, fc.constantFrom('x'.repeat(minLength), 'x'.repeat(maxLength)));
  }
}

/** Percent-encodes; a lone surrogate becomes U+FFFD, since UTF-8 has none. */
const encode = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

/** What Node sends as a header: Latin-1 without control characters. */
const toHeaderValue = (text: string): string =>
  text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 6_000);

/** JSON, whose escapes can carry lone surrogates. */
const toJson = (value: unknown): string => JSON.stringify(value);

const withBadUtf8 = (json: string): Buffer =>
  Buffer.concat([
    Buffer.from(json.slice(0, -1)),
    Buffer.from([0xc0, 0x80, 0xff]),
    Buffer.from('}'),
  ]);
