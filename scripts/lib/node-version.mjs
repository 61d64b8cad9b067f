/**
 * Node 20.19, 22.12 and everything from 23 on load ES modules from CommonJS, which Nest 12 needs.
 * Returns a sentence for a version that does not, else an empty text.
 */
export function unsupportedVersionMessage(version) {
  const parts = version.split('.').map(Number);
  const major = parts[0];
  const minor = parts[1];
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 23;
  if (fits) return '';
  return (
    'This is Node ' +
    version +
    ', and the platform needs Node 20.19 or newer (of the 22 series, 22.12 or newer). ' +
    'Install it from https://nodejs.org and run the same command again.'
  );
}
