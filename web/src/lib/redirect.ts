/** Allows only same-origin paths, which prevents open redirects. */
export function safeRedirect(target: string | null, fallback: string): string {
  if (!target || !/^\/(?![/\\])/.test(target) || /[\u0000-\u001f]/.test(target)) return fallback;
  const path = target.split(/[?#]/)[0];
  return path === '/' || path === '/auth' ? fallback : target;
}
