import { renderTemplate, parseTemplate } from './template';

const render = (template: string, values = {}) => renderTemplate(parseTemplate(template), values);

describe('parseTemplate', () => {
  it.each([
    ['{user', 'No } ends what begins here (character 1)'],
    ['ab[-{country}', 'No ] ends what begins here (character 3)'],
    ['<;[{country}]', 'No > ends what begins here (character 1)'],
    ['ab]', '] ends nothing (character 3)'],
    ['{user}}', '} ends nothing (character 7)'],
    ['{login}', 'login is no value; there are user, pass, zone, country'],
    ['{}', 'An empty word is no value'],
    ['a{country|big}', 'big is no filter; there are lower, upper'],
    ['{country|}', 'An empty word is no filter'],
    ['[-rotate]', 'A group needs a value, else it would never be left out (character 1)'],
    ['[!rotate]', 'Write [!name:…] for a missing value (character 2)'],
    ['[!x:y]', 'x is no value'],
    ['<[{country}]>', 'A list is <, a separator and groups'],
    ['<;{country}>', 'A list is <, a separator and groups'],
    ['a\\', '\\ needs a character after it (character 2)'],
    ['ü{user}', 'Only printable ASCII characters can be sent (character 1)'],
    ['[[[[[{city}]]]]]', 'Groups nest at most 4 deep (character 5)'],
    ['x'.repeat(501), 'A template has at most 500 characters (character 501)'],
  ])('refuses %s', (template, message) => {
    expect(() => parseTemplate(template)).toThrow(message);
  });
});

describe('renderTemplate', () => {
  it('leaves out a group whose value is missing', () => {
    expect(render('{user}[-cc-{country}[-city-{city}]]', { user: 'u', country: 'de' })).toBe(
      'u-cc-de',
    );
    expect(render('{user}[-cc-{country}[-city-{city}]]', { user: 'u', city: 'berlin' })).toBe('u');
  });

  it('joins what is there of a list', () => {
    const list = '{user}<__;[cr.{country}][city.{city}][sessid.{session}]>';
    expect(render(list, { user: 'u' })).toBe('u');
    expect(render(list, { user: 'u', city: 'rome' })).toBe('u__city.rome');
    expect(render(list, { user: 'u', country: 'it', session: 's' })).toBe('u__cr.it;sessid.s');
  });

  it('writes a group for a missing value, and a default', () => {
    expect(render('{user}[!session:-rotate]', { user: 'u' })).toBe('u-rotate');
    expect(render('{user}[!session:-rotate]', { user: 'u', session: 's' })).toBe('u');
    expect(render('{country:any|upper}')).toBe('any');
  });

  it('takes a character after a backslash literally', () => {
    expect(render('\\[{user}\\]\\\\', { user: 'u' })).toBe('[u]\\');
  });

  it('brings places into form', () => {
    const at = { country: 'us', city: 'São Paulo', region: 'New York' };
    expect(render('{city|squash} {city|underscore} {city|plus} {city|dot}', at)).toBe(
      'saopaulo sao_paulo sao+paulo sao.paulo',
    );
    expect(render('{region|us}', at)).toBe('us_new_york');
    expect(render('{isp|asn}', { isp: 'AS37148' })).toBe('37148');
    expect(render('[-asn-{isp|asn}]', { asn: '37148' })).toBe('-asn-37148');
  });

  it.each([
    ['{city|squash}', { city: '東京' }, 'only latin letters'],
    ['{region|us}', { country: 'de', region: 'Bavaria' }, 'regions of the USA only'],
    ['{region|state}', { country: 'us', region: 'Texas' }, 'two letters only'],
    ['{isp|asn}', { isp: 'mtn' }, 'AS number only'],
  ])('refuses what the filter of %s cannot write', (template, values, message) => {
    expect(() => render(template, values)).toThrow(message);
  });

  it('refuses a missing value outside a group, and more than 255 bytes', () => {
    expect(() => render('{zone}')).toThrow('needs a value for {zone}');
    expect(() => render('{user}', { user: 'x'.repeat(256) })).toThrow('255 bytes');
  });
});
