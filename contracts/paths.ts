/** By itself, because the starter of the public pages must stay small. */
export const manifestPath = '/site.webmanifest'

/** Every address of the product. Pages, forms, server routes and tests take them from here. */
export const paths = {
  home: '/',
  services: '/#services',
  onSiteTraining: '/#on-site-training',
  apps: '/apps',
  waitlist: '/waitlist',
  waitlistJoined: '/waitlist?joined=1',
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
  login: '/login',
  logout: '/logout',
  setup: '/setup',
  admin: '/admin',
  adminSimple: '/admin-simple',
  adminSimpleTab: (tab: string) => `/admin-simple?tab=${encodeURIComponent(tab)}`,
  adminPassword: '/admin-simple/password',
  manifest: manifestPath,
  healthz: '/healthz',
  readyz: '/readyz',
  api: {
    session: '/api/session',
    trainingWaitlist: '/api/training-waitlist',
    docs: '/api/docs',
    openapi: '/api/docs/openapi.json',
  },
} as const

/** `/login?next=...` for a page that needs a sign-in. */
export function loginPath(next: string): string {
  return `${paths.login}?next=${encodeURIComponent(next)}`
}

/**
 * The local path to go to after sign-in, or `fallback` when `next` could lead off this site
 * (`//host`, `/\host`, a scheme, a control character).
 */
export function localPath(next: unknown, fallback: string): string {
  if (typeof next !== 'string' || next.length > 2000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(next))
    return fallback
  return next
}
