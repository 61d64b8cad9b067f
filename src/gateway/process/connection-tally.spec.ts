import { SharedTally, TallyExchange } from './connection-tally';

describe('TallyExchange', () => {
  const exchange = (members: SharedTally[]) => {
    const primary = new TallyExchange<SharedTally>();
    const pass = () => {
      for (const member of members) primary.report(member, member.takeChanges() ?? {});
      const keys = primary.takeChanged();
      for (const member of members) member.applyElsewhere(primary.elsewhere(member, keys));
    };
    return { primary, pass };
  };

  it('should tell each process what the others have open', () => {
    const [a, b, c] = [new SharedTally(), new SharedTally(), new SharedTally()];
    const { primary, pass } = exchange([a, b, c]);
    a.set('proxy 1', 3);
    b.set('proxy 1', 4);
    b.set('proxy 2', 1);
    pass();
    expect([a, b, c].map((tally) => tally.elsewhere('proxy 1'))).toEqual([4, 3, 7]);
    expect([a, b, c].map((tally) => tally.elsewhere('proxy 2'))).toEqual([1, 0, 1]);

    a.set('proxy 1', 0);
    pass();
    expect([a, b, c].map((tally) => tally.elsewhere('proxy 1'))).toEqual([4, 0, 4]);

    const late = new SharedTally();
    late.applyElsewhere(primary.elsewhere(late));
    expect(late.elsewhere('proxy 1')).toBe(4);

    primary.remove(b);
    pass();
    expect([a, c].map((tally) => tally.elsewhere('proxy 1'))).toEqual([0, 0]);
    expect(primary.elsewhere(late)).toEqual({});
  });
});
