import { DIALECT_EXAMPLES } from '../../../test/support/dialect-examples';
import { DIALECTS, findDialect } from './dialects';
import { renderTemplate, parseTemplate } from './template';
import { isSession, writeSession } from './session-id';

describe('the dialects', () => {
  it.each(DIALECT_EXAMPLES.map((example) => [example.expected, example] as const))(
    'write %s as the provider documents it',
    (expected, { dialect: id, field, values, template }) => {
      const dialect = findDialect(id);
      if (!dialect) throw new Error(`There is no dialect ${id}`);
      const own = field === 'username' ? dialect.usernameTemplate : dialect.passwordTemplate;
      const { session } = values;
      if (session && !template) expect(isSession(dialect.session, session)).toBe(true);
      const written = session ? writeSession(dialect.session, session) : session;
      expect(renderTemplate(parseTemplate(template ?? own), { ...values, session: written })).toBe(
        expected,
      );
    },
  );

  it('have an example each', () => {
    const shown = new Set(DIALECT_EXAMPLES.map(({ dialect }) => dialect));
    expect(DIALECTS.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
  });

  it('name a default port for no protocol that they do not speak', () => {
    for (const { ports, protocols } of DIALECTS)
      expect(protocols).toEqual(expect.arrayContaining(Object.keys(ports)));
  });
});

describe('session names', () => {
  const accepts = (id: string, session: string) => {
    const dialect = findDialect(id);
    return dialect && isSession(dialect.session, session);
  };

  it('of IPRoyal have exactly eight characters', () => {
    expect(['abcdefg', 'abcdefgh', 'abcdefghi'].map((name) => accepts('iproyal', name))).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('of Evomi have six to ten', () => {
    expect(
      ['abcde', 'abcdef', 'abcdefghij', 'abcdefghijk'].map((name) => accepts('evomi', name)),
    ).toEqual([false, true, true, false]);
  });

  it('of NetNut and Webshare are numbers of at most nine digits', () => {
    for (const id of ['netnut', 'webshare'])
      expect(['0', '999989999', '999990000', 'a'].map((name) => accepts(id, name))).toEqual([
        true,
        true,
        false,
        false,
      ]);
  });
});
