/** One row per suite. */
export function table(results) {
  const cells = (result) => [
    result.name.padEnd(10),
    ...[result.passed, result.failed, result.skipped].map((n) => String(n).padStart(8)),
    `${Math.round(result.ms / 1000)} s`.padStart(8),
    result.note ? `  ${result.note}` : '',
  ];
  return [
    'suite       passed  failed skipped    time',
    ...results.map((r) => cells(r).join('')),
  ].join('\n');
}

/** The line that machines read: "N passed, N failed", and ", N skipped" where some were. */
export function countLine(results) {
  const total = (field) => results.reduce((sum, result) => sum + result[field], 0);
  const skipped = total('skipped');
  return `${total('passed')} passed, ${total('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`;
}
