import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const MACOS_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
/** Generous, because many processes start at once. */
const LAUNCH_TIMEOUT_MS = 120_000;
/** No background requests, and no QUIC, which would bypass the proxies under test. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** CHROMIUM_PATH or the first Chromium on PATH; undefined when there is none. */
export function chromiumPath(): string | undefined {
  const given = process.env.CHROMIUM_PATH;
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => COMMANDS.map((command) => join(folder, command)));
  return [...(given ? [given] : []), ...onPath, ...MACOS_PATHS].find((path) => existsSync(path));
}

/** A headless Chromium with a fresh profile. @throws Error when Chromium is not installed. */
export async function launchChromium(extraFlags: string[] = []): Promise<Browser> {
  const executablePath = chromiumPath();
  if (!executablePath) throw new Error('No Chromium: install it or set CHROMIUM_PATH.');
  return chromium.launch({
    executablePath,
    headless: true,
    args: [...CHROMIUM_FLAGS, ...extraFlags],
    timeout: LAUNCH_TIMEOUT_MS,
  });
}
