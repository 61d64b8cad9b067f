import { forgetInvitation, readInvitation } from './invitation';

const params = (query: string) => new URLSearchParams(query);

describe('readInvitation', () => {
  afterEach(forgetInvitation);

  it('should keep the code of a link for a visitor who signs up later', () => {
    expect(readInvitation(params(''))).toBeUndefined();
    expect(readInvitation(params('mode=register&ref=7kq2m9xa'))).toBe('7KQ2M9XA');
    expect(readInvitation(params('mode=register'))).toBe('7KQ2M9XA');
    expect(readInvitation(params('ref=ADA23456'))).toBe('ADA23456');
    forgetInvitation();
    expect(readInvitation(params(''))).toBeUndefined();
  });

  it.each(['<script>', '7KQ2M9XA7', 'O0I1l', ''])('should ignore %j', (code) => {
    expect(readInvitation(new URLSearchParams({ ref: code }))).toBeUndefined();
  });
});
