import { manifestPath } from './manifest-path.ts'

/** The addresses of the product's pages and files. The endpoints of the JSON API have their own (endpoint.ts). */
export const paths = {
  home: '/',
  services: '/#services',
  onSiteTraining: '/#on-site-training',
  apps: '/apps',
  blog: '/blog',
  post: (slug: string) => `/blog/${slug}`,
  /** The post as Markdown, for programs */
  postMarkdown: (slug: string) => `/blog/${slug}.md`,
  /** A page of the office's own, such as About. Its address is taken if a path here begins with it. */
  ownPage: (slug: string) => `/${slug}`,
  ownPageMarkdown: (slug: string) => `/${slug}.md`,
  ownPagePicture: (slug: string) => `/${slug}/social.png`,
  rss: '/rss.xml',
  atom: '/atom.xml',
  jsonFeed: '/feed.json',
  sitemap: '/sitemap.xml',
  sitemapPart: (number: number | string) => `/sitemap-${number}.xml`,
  robots: '/robots.txt',
  llms: '/llms.txt',
  blogTag: (tag: string) => `/blog/tag/${encodeURIComponent(tag)}`,
  /** Route pattern of `blogTag` */
  blogTagRoute: '/blog/tag/:tag',
  blogSearch: (q: string) => `/blog?q=${encodeURIComponent(q)}`,
  /** The picture that social networks show for a link to the site; posts have their own */
  socialPicture: '/social.png',
  /** The picture that social networks show for a link to a post */
  postPicture: (slug: string) => `/blog/${slug}/social.png`,
  /** Preview of a post for anyone with the link */
  sharedPreview: (token: string) => `/preview/${token}`,
  /** The posts of one guest author */
  author: (slug: string) => `/blog/author/${slug}`,
  /** An invitation, for anyone with the link */
  invitation: (token: string) => `/invite/${token}`,
  /** A guest's writing room, for anyone with the link */
  writingRoom: (token: string) => `/write/${token}`,
  /** The writing room right after the invitation was accepted. It tells the guest to save its link. */
  newWritingRoom: (token: string) => `/write/${token}?new=1`,
  /** Another address of the writing room: once a page that worked without JavaScript, so guests may have its link */
  plainRoom: (token: string) => `/write/${token}/plain`,
  /** Form for guests who have lost the link to their writing room */
  lostLink: '/write',
  speculationRules: '/speculation-rules.json',
  /** Fetched by a prerendered page once it is shown (features/site/server/visits/routes.ts) */
  pageOpened: '/page-opened.json',
  /** One size of a picture, in the best format that the browser accepts */
  media: (name: string, width: number | '%') => `/media/${name}-${width}`,
  /** The same size as a JPEG, whatever the client accepts */
  mediaJpeg: (name: string, width: number) => `/media/${name}-${width}.jpg`,
  /** Route pattern of `media` and `mediaJpeg` */
  mediaFile: '/media/:file',
  file: (name: string, fileName: string) => `/files/${name}/${fileName}`,
  /** The drawn picture of a post that is being written, for admins: query `kind`, `title`, `author` */
  socialPreview: '/admin/social-preview.png',
  /** Preview of a post for admins */
  preview: (id: number | string) => `/admin/preview/${id}`,
  waitlist: '/waitlist',
  waitlistJoined: '/waitlist?joined=1',
  /** The questions of "Help us plan" about one waitlist entry, for anyone with its link */
  plan: (token: string) => `/waitlist/plan/${token}`,
  /** Right after joining without JavaScript: the success screen, which offers the questions */
  planJoined: (token: string) => `/waitlist/plan/${token}?joined=1`,
  planSent: (token: string) => `/waitlist/plan/${token}?sent=1`,
  /** A trainer's secret calendar feed */
  calendarFeed: (token: string) => `/calendar/${token}.ics`,
  contact: '/contact',
  contactSent: '/contact?sent=1',
  /** Access, export, and deletion of a person's own data */
  yourData: '/your-data',
  yourDataSent: '/your-data?sent=1',
  dataLink: (token: string) => `/your-data/${token}`,
  dataFile: (token: string) => `/your-data/${token}/data.json`,
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
  login: '/login',
  /** Second step of a sign-in without JavaScript: the code */
  loginCode: '/login/code',
  logout: '/logout',
  setup: '/setup',
  /** The invitation of a colleague, for anyone with the link */
  join: (token: string) => `/join/${token}`,
  /** For a colleague who forgot their password, with a link from an owner */
  newPassword: (token: string) => `/new-password/${token}`,
  admin: '/admin',
  /** Route pattern of all screens of the admin's app, which is a single page */
  adminScreens: '/admin/*',
  adminTab: (tab: string) => `/admin?tab=${encodeURIComponent(tab)}`,
  adminMedia: '/admin/media',
  adminFiles: '/admin/media?tab=files',
  adminInsights: '/admin/insights',
  adminInsightsRange: (from: string, to: string) => `/admin/insights?from=${from}&to=${to}`,
  adminToday: '/admin/today',
  adminPeople: '/admin/people',
  /** The People page with one entry open */
  adminPerson: (form: string, id: number | string) => `/admin/people?open=${form}-${id}`,
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
  /** The text editor with one post */
  adminPost: (id: number) => `/admin?tab=create&post=${id}`,
  /** The list of the office's own pages */
  adminOwnPages: '/admin/site/pages',
  /** The text editor with an empty page, and with one page */
  adminNewPage: '/admin?tab=create&kind=page',
  adminOwnPage: (id: number) => `/admin?tab=create&kind=page&post=${id}`,
  /** A guest's text under review */
  adminReview: (inviteId: number | string) => `/admin/review/${inviteId}`,
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
    peopleExport: '/api/people/export.csv',
    insightsCsv: (report: string) => `/api/insights/${report}.csv`,
    /** The email as a file for any email program */
    outboxFile: (id: number | string) => `/api/outbox/${id}/mail.eml`,
    siteExportFile: (id: number | string) => `/api/exports/${id}/site.zip`,
    /** The style sheet of a look that is not public yet, for its preview */
    lookPreviewStyle: '/api/site/look.css',
    /** One backup as a file */
    backup: (name: string) => `/api/settings/backups/${name}`,
    importNotesFile: (id: number | string) => `/api/imports/${id}/notes.csv`,
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
export function joinedPath(): string {
  return `${factorSetupPath(paths.adminToday)}&joined=1`
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
