type Known = readonly [pattern: RegExp, name: string];

/** In this order: most browsers also call themselves by the names of others. */
const PROGRAMS: readonly Known[] = [
  [/\bEdgA?(iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b|\bOPT\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/UCBrowser\//, 'UC Browser'],
  [/YaBrowser\//, 'Yandex Browser'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/CriOS\/|Chrome\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^PostmanRuntime\//, 'Postman'],
  [/python-requests|aiohttp|httpx|Python-urllib/i, 'a Python program'],
  [/^node\b|undici|axios/i, 'a Node.js program'],
  [/^Go-http-client/, 'a Go program'],
];

const SYSTEMS: readonly Known[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
];

const nameIn = (known: readonly Known[], agent: string): string | undefined =>
  known.find(([pattern]) => pattern.test(agent))?.[1];

/** "Chrome on Windows" for what a browser says of itself. */
export function agentWords(agent: string): string {
  const program = nameIn(PROGRAMS, agent);
  const system = nameIn(SYSTEMS, agent);
  if (program && system) return `${program} on ${system}`;
  const single = program ?? (system ? `A program on ${system}` : 'An unknown program');
  return single.charAt(0).toUpperCase() + single.slice(1);
}

/** Whether it is carried about. */
export const isHandheld = (agent: string): boolean => /iPhone|iPad|Android|Mobile/.test(agent);
