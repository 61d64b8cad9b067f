import { pino } from 'pino';
import type { Exit } from './exits/exit';
import { ExitDirectory } from './exits/exit-directory';
import { ListLoader } from './gateway-lists';

/** Returns the exits added before the read began. */
class Source {
  exits: Exit[] = [];
  reads = 0;
  answer: Promise<void> = Promise.resolve();

  async findAll(): Promise<Exit[]> {
    this.reads += 1;
    const found = [...this.exits];
    await this.answer;
    return found;
  }
  add(id: number): void {
    this.exits.push({ id, kind: 'mobile', country: 'ng', weight: 1 } as Exit);
  }
}

describe('ListLoader', () => {
  let loader: ListLoader<Exit>;
  afterEach(() => loader.stop());

  const setUp = () => {
    const source = new Source();
    const directory = new ExitDirectory();
    loader = new ListLoader(
      'Exits',
      () => source.findAll(),
      directory,
      3_600_000,
      pino({ level: 'silent' }),
    );
    return { source, directory };
  };

  it.each(Array.from({ length: 12 }, (_, step) => step))(
    'reads what was added while it was reading, %i steps after the answer',
    async (step) => {
      const { source, directory } = setUp();
      source.add(1);
      let answer = () => {};
      source.answer = new Promise((resolve) => (answer = resolve));
      const first = loader.reload();
      answer();
      for (let at = 0; at < step; at += 1) await Promise.resolve();
      source.add(2);
      await loader.reload();
      expect(directory.size).toBe(2);
      await first;
    },
  );

  it('coalesces all reload requests during a load into one', async () => {
    const { source } = setUp();
    await Promise.all([loader.reload(), loader.reload(), loader.reload()]);
    expect(source.reads).toBe(2);
  });
});
