/** What goes with every file of the page: nothing of it may run, load or be framed that is not this authority's own. */
export function pageHeaders(options: { relayUrl: string; https: boolean }): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self' ${new URL(options.relayUrl).origin}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    ...commonHeaders(options),
  }
}

/** What goes with every other answer: it is data, so nothing of it may run, load, be framed or be guessed at. */
export const apiHeaders = (options: { https: boolean }): Record<string, string> => ({
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  ...commonHeaders(options),
})

const commonHeaders = ({ https }: { https: boolean }): Record<string, string> => ({
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  ...(https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
})
