/** An e-mail address that wraps at the @ first, and is never cut. */
export function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@');
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      {address.slice(0, Math.max(at, 0))}
      <wbr />
      {address.slice(Math.max(at, 0))}
    </span>
  );
}
