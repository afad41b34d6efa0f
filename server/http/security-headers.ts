const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'style-src-attr': "'none'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'media-src': "'self' blob:",
  'manifest-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
}

/** The policy's text; `extra` replaces or adds directives. */
export function contentSecurityPolicy(extra: Record<string, string> = {}): string {
  return Object.entries({ ...policy, ...extra })
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}

/** Vite's client in development adds styles from script and talks over a WebSocket. */
const devPolicy = {
  'style-src': "'self' 'unsafe-inline'",
  'style-src-attr': "'unsafe-inline'",
  'connect-src': "'self' ws:",
  'worker-src': "'self' blob:",
}

/**
 * The same headers on every answer, errors and files included. A constant table and no library: nothing
 * here depends on the request.
 */
export function securityHeaders(options: { https: boolean; dev: boolean }): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(options.dev ? devPolicy : {}),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'microphone=(self), camera=(), geolocation=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(options.https && { 'strict-transport-security': 'max-age=31536000' }),
  }
}
