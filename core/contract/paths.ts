import { manifestPath } from './manifest-path.ts'

/** The addresses of the product's pages and files. The endpoints of the JSON API have their own (endpoint.ts). */
export const paths = {
  home: '/',
  services: '/#services',
  rss: '/rss.xml',
  atom: '/atom.xml',
  jsonFeed: '/feed.json',
  sitemap: '/sitemap.xml',
  sitemapPart: (number: number | string) => `/sitemap-${number}.xml`,
  robots: '/robots.txt',
  llms: '/llms.txt',
  /** The picture that social networks show for a link to the site; posts have their own */
  socialPicture: '/social.png',
  speculationRules: '/speculation-rules.json',
  /** Fetched by a prerendered page once it is shown (features/site/server/visits/routes.ts) */
  pageOpened: '/page-opened.json',
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
  login: '/login',
  /** Second step of a sign-in without JavaScript: the code */
  loginCode: '/login/code',
  logout: '/logout',
  setup: '/setup',
  /** The invitation of a colleague, for anyone with the link */
  join: (token: string) => `/join/${token}`,
  /** Asks for a link for a new password */
  forgotPassword: '/forgot-password',
  /** For a user who forgot their password, with a link from an email or an owner */
  newPassword: (token: string) => `/new-password/${token}`,
  admin: '/admin',
  /** Route pattern of all screens of the admin's app, which is a single page */
  adminScreens: '/admin/*',
  adminTab: (tab: string) => `/admin?tab=${encodeURIComponent(tab)}`,
  adminToday: '/admin/today',
  adminOutbox: '/admin/outbox',
  /** The outbox with one email open */
  adminMail: (id: number) => `/admin/outbox?mail=${id}`,
  adminGetStarted: '/admin/get-started',
  /** The words, lists, and look of the public site */
  adminSite: '/admin/site',
  /** Colors, typefaces, and the logo */
  adminLook: '/admin/site/look',
  adminSiteSection: (section: string) =>
    section === 'look' ? '/admin/site/look' : `/admin/site?section=${section}`,
  adminSettings: '/admin/settings',
  adminSettingsTab: (tab: string) => `/admin/settings?tab=${encodeURIComponent(tab)}`,
  adminSimple: '/admin-simple',
  adminSimpleTab: (tab: string) => `/admin-simple?tab=${encodeURIComponent(tab)}`,
  adminSimpleSaved: '/admin-simple?tab=manage&saved=1',
  /** Target of the forms on the Authors tab of the simple admin (the admin without JavaScript) */
  adminSimpleAuthors: '/admin-simple/authors',
  adminPassword: '/admin-simple/password',
  /** Setting up the second step of the sign-in, because the site requires it or the user has just joined */
  adminSecondFactor: '/admin-simple/second-factor',
  /** A script, style sheet, or font of the build */
  asset: (name: string) => `/assets/${name}`,
  /** The style sheet of the site's look, named after its content */
  lookStyle: (hash: string) => `/brand-${hash}.css`,
  favicon: '/favicon.ico',
  /** The office's own logo as a PNG, for emails and search engines */
  logo: '/logo.png',
  touchIcon: '/apple-touch-icon.png',
  icon: (size: 192 | 512) => `/icon-${size}.png`,
  manifest: manifestPath,
  healthz: '/healthz',
  readyz: '/readyz',
  /** Metrics for Prometheus, if METRICS_TOKEN is set */
  metrics: '/metrics',
  api: {
    calendarClick: (service: string) => `/api/calendar-clicks?service=${service}`,
    /** The email as a file for any email program */
    outboxFile: (id: number | string) => `/api/outbox/${id}/mail.eml`,
    /** The style sheet of a look that is not public yet, for its preview */
    lookPreviewStyle: '/api/site/look.css',
    activityFile: '/api/settings/activity.csv',
    docs: '/api/docs',
    openapi: '/api/docs/openapi.json',
  },
} as const

/** `/login?next=...` for a page that needs a sign-in. */
export function loginPath(next: string): string {
  return withNext(paths.login, next)
}

/** The page that asks for the code of a sign-in, which then leads to `next` */
export function loginCodePath(next: string): string {
  return withNext(paths.loginCode, next)
}

/** The page of the second factor for someone whose account was just made, with a welcome */
export function joinedPath(next: string = paths.adminToday): string {
  return `${factorSetupPath(next)}&joined=1`
}

/** The page where a user sets up a second factor before going on to `next` */
export function factorSetupPath(next: string): string {
  return withNext(paths.adminSecondFactor, next)
}

const withNext = (path: string, next: string) => `${path}?next=${encodeURIComponent(next)}`

/**
 * The local path to go to after sign-in. Returns `fallback` if `next` could lead to another site (`//host`, `/\host`,
 * a scheme, a control character).
 */
export function localPath(next: unknown, fallback: string): string {
  if (typeof next !== 'string' || next.length > 2000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(next))
    return fallback
  return next
}
