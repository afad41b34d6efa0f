import { manifestPath } from './manifest-path.ts'

/** Every address of the product. Pages, forms, server routes and tests take them from here. */
export const paths = {
  home: '/',
  services: '/#services',
  onSiteTraining: '/#on-site-training',
  apps: '/apps',
  blog: '/blog',
  post: (slug: string) => `/blog/${slug}`,
  /** The same in Markdown, for programs. */
  postMarkdown: (slug: string) => `/blog/${slug}.md`,
  rss: '/rss.xml',
  atom: '/atom.xml',
  jsonFeed: '/feed.json',
  sitemap: '/sitemap.xml',
  sitemapPart: (number: number | string) => `/sitemap-${number}.xml`,
  robots: '/robots.txt',
  llms: '/llms.txt',
  blogTag: (tag: string) => `/blog/tag/${encodeURIComponent(tag)}`,
  /** Route of `blogTag`. */
  blogTagRoute: '/blog/tag/:tag',
  blogSearch: (q: string) => `/blog?q=${encodeURIComponent(q)}`,
  /** The picture that social networks show of any other page. */
  socialPicture: '/social.png',
  /** The picture that social networks show of a post. */
  postPicture: (slug: string) => `/blog/${slug}/social.png`,
  /** A post as it stands, for whoever has the link. */
  sharedPreview: (token: string) => `/preview/${token}`,
  speculationRules: '/speculation-rules.json',
  /** One size of a picture; the format is what the browser takes. */
  media: (name: string, width: number) => `/media/${name}-${width}`,
  /** Route of `media`. */
  mediaFile: '/media/:file',
  /** A post as it stands, for admins. */
  preview: (id: number | string) => `/admin/preview/${id}`,
  waitlist: '/waitlist',
  waitlistJoined: '/waitlist?joined=1',
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
  login: '/login',
  logout: '/logout',
  setup: '/setup',
  admin: '/admin',
  /** Every screen of the admin's app has the same page. */
  adminScreens: '/admin/*',
  adminTab: (tab: string) => `/admin?tab=${encodeURIComponent(tab)}`,
  adminMedia: '/admin/media',
  adminSettings: '/admin/settings',
  adminSettingsTab: (tab: string) => `/admin/settings?tab=${encodeURIComponent(tab)}`,
  /** The editor with one post. */
  adminPost: (id: number) => `/admin?tab=create&post=${id}`,
  adminSimple: '/admin-simple',
  adminSimpleTab: (tab: string) => `/admin-simple?tab=${encodeURIComponent(tab)}`,
  adminSimpleSaved: '/admin-simple?tab=manage&saved=1',
  adminPassword: '/admin-simple/password',
  /** A built file. */
  asset: (name: string) => `/assets/${name}`,
  manifest: manifestPath,
  healthz: '/healthz',
  readyz: '/readyz',
  api: {
    session: '/api/session',
    trainingWaitlist: '/api/training-waitlist',
    blog: '/api/blog',
    recentPosts: '/api/blog/recent',
    generateAiContent: '/api/blog/generate-ai-content',
    draftJob: (id: string) => `/api/blog/generate-ai-content/${id}`,
    /** By slug, or by id. */
    post: (slug: string | number) => `/api/blog/${slug}`,
    restorePost: (id: number | string) => `/api/blog/${id}/restore`,
    previewLinks: (id: number | string) => `/api/blog/${id}/preview-links`,
    revisions: (id: number | string) => `/api/blog/${id}/revisions`,
    revision: (id: number | string, revisionId: number | string) => `/api/blog/${id}/revisions/${revisionId}`,
    restoreRevision: (id: number | string, revisionId: number | string) =>
      `/api/blog/${id}/revisions/${revisionId}/restore`,
    authorTopics: '/api/author/topics',
    authorInvites: '/api/author/invites',
    authorInvite: '/api/author/invite',
    aiSuggestions: '/api/ai/suggestions',
    aiGenerateExcerpt: '/api/ai/generate-excerpt',
    aiGeneratePost: '/api/ai/generate-post',
    aiEnhanceContent: '/api/ai/enhance-content',
    aiTranscribe: '/api/ai/transcribe',
    media: '/api/media',
    mediaItem: (id: number | string) => `/api/media/${id}`,
    organisation: '/api/settings/organisation',
    topics: '/api/settings/topics',
    /** The sample posts that nobody has changed. */
    samples: '/api/settings/samples',
    password: '/api/account/password',
    sessions: '/api/account/sessions',
    /** Ends one session of the signed-in person. */
    endSession: (id: string) => `/api/account/sessions/${id}`,
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
