const percent = new Intl.NumberFormat('en-NG', {
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

/** +12.5% in 30 days; nothing where there is no last month to compare with. */
export const changeNote = (change: number | null | undefined): string | undefined =>
  change === null || change === undefined ? undefined : `${percent.format(change)}% in 30 days`;
