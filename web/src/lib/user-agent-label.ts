import Bowser from 'bowser';

/** HTTP clients, which the browser parser bowser does not recognise. */
const CLIENTS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^curl\//, 'curl'],
  [/^PostmanRuntime\//, 'Postman'],
  [/python-requests|aiohttp|httpx|Python-urllib/i, 'a Python program'],
  [/^node\b|undici|axios/i, 'a Node.js program'],
  [/^Go-http-client/, 'a Go program'],
];

const SHORT_NAMES: Readonly<Record<string, string>> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  'Chrome OS': 'ChromeOS',
  macOS: 'Mac',
};

const browsers: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP));
const shorten = (name: string): string => SHORT_NAMES[name] ?? name;

function parse(agent: string): { program: string | undefined; system: string | undefined } {
  const client = CLIENTS.find(([pattern]) => pattern.test(agent))?.[1];
  if (client ?? agent === '') return { program: client, system: undefined };
  const { browser, os, platform } = Bowser.parse(agent);
  // bowser reports the first word of an unknown user agent as the browser name.
  const isKnown = browser.name !== undefined && browsers.has(browser.name);
  const system = os.name === 'iOS' ? platform.model : os.name;
  return {
    program: isKnown ? shorten(browser.name ?? '') : undefined,
    system: shorten(system ?? /Windows|Android|Linux/.exec(agent)?.[0] ?? '') || undefined,
  };
}

/** "Chrome on Windows" for a User-Agent header. */
export function toUserAgentLabel(agent: string): string {
  const { program, system } = parse(agent);
  if (program && system) return `${program} on ${system}`;
  const single = program ?? (system ? `A program on ${system}` : 'An unknown device');
  return single.charAt(0).toUpperCase() + single.slice(1);
}

export function isMobileDevice(agent: string): boolean {
  if (agent === '') return false;
  const { type } = Bowser.parse(agent).platform;
  return type === 'mobile' || type === 'tablet';
}
