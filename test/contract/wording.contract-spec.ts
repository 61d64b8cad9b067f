import { readdirSync, readFileSync } from 'node:fs';
import { inRepo } from '../support/repo';

/** Phrases that were replaced because nobody says them so, with what to write instead. */
const REPLACED: [RegExp, string][] = [
  [/come out\b/i, 'exit'],
  [/(stands?|stood) here\b/i, 'will appear here'],
  [/too little/i, 'You need ₦… more'],
  [/what you do not know/i, 'any session you don’t recognise'],
  [/there is no such/i, 'We couldn’t find that …'],
  [/asked were/i, 'but the top-up is for …'],
  [/\bthe books\b/i, 'the ledger'],
  [/second factor/i, 'two-factor authentication'],
  [/\btell me below/i, 'Notify me below'],
  [/\b(this|our|the|these|which) mails?\b(?! (server|settings))/i, 'email'],
  [/\bmails? (to|come|about)\b/i, 'emails'],
  [/\bwrite back\b/i, 'reply'],
  [/to anybody\b/i, 'with anyone'],
  [/is not right\b/i, 'is incorrect'],
  [/needs to be done/i, 'You do not need to do anything.'],
  [/came to no end|until their own end/i, 'did not finish, expire'],
  [/heard of for/i, 'has not responded for'],
  [/\bruns already\b/i, 'is already in progress'],
  [/has not told of|tells of/i, 'has not reported, reports'],
  [/\bgiven back\b|went back into/i, 'refunded, returned to the wallet'],
  [/\bmistyped\b|\bbroke off\b|put online|\bthe fault is ours/i, 'plain words'],
  [/unnamed program|unknown program/i, 'an unknown device'],
  [/taken at the moment/i, 'sold out at the moment'],
  [/\bMade \$\{/, 'Issued …'],
  [/\bopen the app\b/i, 'Dashboard'],
  [/\bbegin again\b|set-up was not begun/i, 'start again'],
  [/\bby itself\b/i, 'automatically'],
  [/\bended already\b|\bis suspended already\b/i, 'already ended'],
  [/\bnobody on the staff\b/i, 'No staff member'],
  [/\bleft empty,/i, 'If you leave it empty'],
  [/under way\b/i, 'in progress'],
  [/\bmade your account/i, 'created your account'],
  [/just did continues/i, 'Enter your password to continue.'],
  [/\byours to save\b|\bis left to save\b/i, 'Your unsaved changes'],
  [/\bchanged meanwhile/i, 'Someone else changed …'],
  [/\bwho has none\b/i, 'Staff without it'],
  [/\bnobody bears\b/i, 'The wallet gets exactly what was paid.'],
  [/\banswers there\b/i, 'The server at this host and port'],
  [/\be-mail (address|to)\b/i, 'email'],
];

const SOURCE = /(?<!\.(test|spec))\.tsx?$/;
const NOT_SHOWN = /generated|testing\/|migrations|seeds\//;

const sources = ['src', 'web/src'].flatMap((folder) =>
  readdirSync(inRepo(folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => SOURCE.test(name) && !NOT_SHOWN.test(name))
    .map((name) => `${folder}/${name}`),
);

/** By file: without comments, and with the text of several lines as one. */
const texts = sources.map((file): [string, string] => [
  file,
  readFileSync(inRepo(file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replace(/\s+/g, ' '),
]);

it('no text of the shop says what was replaced', () => {
  expect(texts.length).toBeGreaterThan(500);
  const found = REPLACED.flatMap(([phrase, instead]) =>
    texts
      .filter(([, text]) => phrase.test(text))
      .map(([file]) => `${file}: ${phrase}, write: ${instead}`),
  );
  expect(found).toEqual([]);
});
