import { manifestPath } from './manifest-path.ts'

/** Every URL of the product. Pages, forms, server routes, and tests import them from here. */
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
  /** Fetched by a prerendered page once it is shown (server/insights/page-view-routes.ts) */
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
  /** The offer of training days, and the booked day once it is accepted, for anyone with the link */
  offer: (token: string) => `/offer/${token}`,
  /** The booked day as a file for calendars */
  offerCalendarFile: (token: string) => `/offer/${token}/training.ics`,
  /** Where the forms of a booked day post: a wish for another day, and the cancellation */
  offerChange: (token: string) => `/offer/${token}/change`,
  /** A trainer's secret calendar feed */
  calendarFeed: (token: string) => `/calendar/${token}.ics`,
  contact: '/contact',
  contactSent: '/contact?sent=1',
  /** Access, export, and deletion of a person's own data */
  yourData: '/your-data',
  yourDataSent: '/your-data?sent=1',
  dataLink: (token: string) => `/your-data/${token}`,
  dataFile: (token: string) => `/your-data/${token}/data.json`,
  newsletter: '/newsletter',
  newsletterAsked: '/newsletter?asked=1',
  /** The confirmation link in an email */
  newsletterConfirm: (token: string) => `/newsletter/confirm/${token}`,
  /** The unsubscribe link of each issue */
  newsletterManage: (token: string) => `/newsletter/yours/${token}`,
  newsletterSaved: (token: string) => `/newsletter/yours/${token}?saved=1`,
  /** One-click unsubscribe for email programs (RFC 8058) */
  newsletterUnsubscribe: (token: string) => `/newsletter/unsubscribe/${token}`,
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
  /** Days that could work, offers, booked days, and the calendar */
  adminTrainings: '/admin/trainings',
  adminTrainingsTab: (tab: string) => `/admin/trainings?tab=${encodeURIComponent(tab)}`,
  adminOffer: (id: number | string) => `/admin/trainings?tab=offers&offer=${id}`,
  adminNewOffer: (entryId: number | string) => `/admin/trainings?tab=offers&for=${entryId}`,
  /** The form of a new offer, with days of a trainer already chosen, separated by commas */
  adminNewOfferOf: (entryId: number, trainerId: number, days: string) =>
    `/admin/trainings?tab=offers&for=${entryId}&trainer=${trainerId}&days=${days}`,
  adminTraining: (id: number | string) => `/admin/trainings?tab=booked&training=${id}`,
  adminNewsletter: '/admin/newsletter',
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
    session: '/api/session',
    /** Sign-in with a passkey: the challenge that the passkey signs, and the sign-in with the result */
    passkeyChallenge: '/api/session/passkey-challenge',
    passkeySession: '/api/session/passkey',
    trainingWaitlist: '/api/training-waitlist',
    formStart: '/api/form-start',
    calendarClicks: '/api/calendar-clicks',
    calendarClick: (service: string) => `/api/calendar-clicks?service=${service}`,
    contact: '/api/contact',
    people: '/api/people',
    peopleExport: '/api/people/export.csv',
    entry: (form: string, id: number | string) => `/api/people/${form}/${id}`,
    restorePerson: (form: string, id: number | string) => `/api/people/${form}/${id}/restore`,
    personNotes: (form: string, id: number | string) => `/api/people/${form}/${id}/notes`,
    personNote: (id: number | string) => `/api/people/notes/${id}`,
    /** The answers of "Help us plan", for admins */
    planAnswers: (entryId: number | string) => `/api/people/waitlist/${entryId}/plan`,
    planLinks: (entryId: number | string) => `/api/people/waitlist/${entryId}/plan/links`,
    planSettings: '/api/settings/plan',
    /** The next step with the person who wrote an entry */
    nextStep: (form: string, id: number | string) => `/api/people/${form}/${id}/next-step`,
    nextStepDone: (form: string, id: number | string) => `/api/people/${form}/${id}/next-step/done`,
    /** Emails to the person who wrote an entry */
    letters: (form: string, id: number | string) => `/api/people/${form}/${id}/letters`,
    letterDraft: (form: string, id: number | string) => `/api/people/${form}/${id}/letters/draft`,
    letterPreview: (form: string, id: number | string) => `/api/people/${form}/${id}/letters/preview`,
    letterTemplates: '/api/letter-templates',
    letterTemplate: (id: number | string) => `/api/letter-templates/${id}`,
    today: '/api/today',
    todaySettings: '/api/settings/today',
    /** Days of trainers: free, blocked, held, booked */
    calendar: '/api/calendar',
    calendarAhead: '/api/calendar/ahead',
    blockedDays: '/api/calendar/blocked',
    blockedDay: (id: number | string) => `/api/calendar/blocked/${id}`,
    calendarFiles: '/api/calendar/files',
    calendarFile: (id: number | string) => `/api/calendar/files/${id}`,
    /** The signed-in user's calendar feed */
    calendarFeed: '/api/calendar/feed',
    planner: '/api/planner',
    plannerOffers: '/api/planner/offers',
    offers: '/api/offers',
    offersExport: '/api/offers/export.csv',
    offer: (id: number | string) => `/api/offers/${id}`,
    offerSend: (id: number | string) => `/api/offers/${id}/send`,
    offerExtend: (id: number | string) => `/api/offers/${id}/extend`,
    offerWithdraw: (id: number | string) => `/api/offers/${id}/withdraw`,
    offerAnswer: (id: number | string) => `/api/offers/${id}/answer`,
    trainings: '/api/trainings',
    trainingsExport: '/api/trainings/export.csv',
    trainingZone: '/api/trainings/time-zone',
    trainingsResume: '/api/trainings/resume',
    training: (id: number | string) => `/api/trainings/${id}`,
    trainingReschedule: (id: number | string) => `/api/trainings/${id}/reschedule`,
    trainingKeepDay: (id: number | string) => `/api/trainings/${id}/keep-day`,
    trainingCancel: (id: number | string) => `/api/trainings/${id}/cancel`,
    trainingHeld: (id: number | string) => `/api/trainings/${id}/held`,
    trainingTasks: (id: number | string) => `/api/trainings/${id}/tasks`,
    trainingTask: (id: number | string, taskId: number | string) => `/api/trainings/${id}/tasks/${taskId}`,
    trainers: '/api/trainers',
    trainer: (id: number | string) => `/api/trainers/${id}`,
    trainerReplace: (id: number | string) => `/api/trainers/${id}/replace`,
    blog: '/api/blog',
    recentPosts: '/api/blog/recent',
    generateAiContent: '/api/blog/generate-ai-content',
    draftJob: (id: string) => `/api/blog/generate-ai-content/${id}`,
    /** By slug or id */
    post: (slug: string | number) => `/api/blog/${slug}`,
    /** By id only, because `/api/blog/12` could also be the slug "12" */
    postById: (id: number | string) => `/api/blog/${id}?by=id`,
    restorePost: (id: number | string) => `/api/blog/${id}/restore`,
    previewLinks: (id: number | string) => `/api/blog/${id}/preview-links`,
    /** The transcript of the recording from which a post was written */
    transcript: (id: number | string) => `/api/blog/${id}/transcript`,
    /** The AI actions of a post: what AI was used for, and how much of it is in the post */
    ledger: (id: number | string) => `/api/blog/${id}/ai-actions`,
    /** The AI disclosure that a post would get if it were saved now */
    disclosure: '/api/blog/disclosure',
    revisions: (id: number | string) => `/api/blog/${id}/revisions`,
    revision: (id: number | string, revisionId: number | string) => `/api/blog/${id}/revisions/${revisionId}`,
    restoreRevision: (id: number | string, revisionId: number | string) =>
      `/api/blog/${id}/revisions/${revisionId}/restore`,
    authorTopics: '/api/author/topics',
    authorInvites: '/api/author/invites',
    authorInvite: '/api/author/invite',
    /** One invitation with the guest's text, for the editor who reviews it */
    review: (id: number | string) => `/api/author/invites/${id}`,
    resendInvite: (id: number | string) => `/api/author/invites/${id}/resend`,
    revokeInvite: (id: number | string) => `/api/author/invites/${id}/revoke`,
    requestChanges: (id: number | string) => `/api/author/invites/${id}/request-changes`,
    guestComments: (id: number | string) => `/api/author/invites/${id}/comments`,
    guestComment: (id: number | string, commentId: number | string) =>
      `/api/author/invites/${id}/comments/${commentId}`,
    room: (token: string) => `/api/write/${token}`,
    submitText: (token: string) => `/api/write/${token}/submit`,
    approveText: (token: string) => `/api/write/${token}/approve`,
    roomPictures: (token: string) => `/api/write/${token}/pictures`,
    roomPicture: (token: string, id: number | string) => `/api/write/${token}/pictures/${id}`,
    roomComment: (token: string, id: number | string) => `/api/write/${token}/comments/${id}`,
    aiSuggestions: '/api/ai/suggestions',
    aiGenerateExcerpt: '/api/ai/generate-excerpt',
    aiGeneratePost: '/api/ai/generate-post',
    aiEnhanceContent: '/api/ai/enhance-content',
    aiTranscribe: '/api/ai/transcribe',
    /** The connected services */
    aiServices: '/api/ai/services',
    /** Lists the personal details that would be hidden from an AI service */
    aiCheck: '/api/ai/check',
    insights: '/api/insights',
    insightsCsv: (report: string) => `/api/insights/${report}.csv`,
    insightsRange: (from: string, to: string) => `/api/insights?from=${from}&to=${to}`,
    insightsCsvRange: (report: string, from: string, to: string) =>
      `/api/insights/${report}.csv?from=${from}&to=${to}`,
    media: '/api/media',
    mediaItem: (id: number | string) => `/api/media/${id}`,
    files: '/api/files',
    file: (id: number | string) => `/api/files/${id}`,
    newsletter: '/api/newsletter',
    subscribers: '/api/newsletter/subscribers',
    subscriber: (id: number | string) => `/api/newsletter/subscribers/${id}`,
    /** Reactivates a bounced address */
    subscriberAgain: (id: number | string) => `/api/newsletter/subscribers/${id}/again`,
    subscriberData: (id: number | string) => `/api/newsletter/subscribers/${id}/data`,
    subscribersFile: '/api/newsletter/subscribers.csv',
    issues: '/api/newsletter/issues',
    issuePreview: '/api/newsletter/preview',
    issueTest: '/api/newsletter/test',
    pauseIssue: (id: number | string) => `/api/newsletter/issues/${id}/pause`,
    resumeIssue: (id: number | string) => `/api/newsletter/issues/${id}/resume`,
    outbox: '/api/outbox',
    outboxMail: (id: number | string) => `/api/outbox/${id}`,
    /** The email as a file for any email program */
    outboxFile: (id: number | string) => `/api/outbox/${id}/mail.eml`,
    outboxHandedOver: (id: number | string) => `/api/outbox/${id}/handed-over`,
    outboxAgain: (id: number | string) => `/api/outbox/${id}/again`,
    testMail: '/api/outbox/test',
    mailSettings: '/api/settings/mail',
    /** Unread counts for the sidebar */
    news: '/api/news',
    newsSeen: (list: string) => `/api/news/${list}`,
    /** British spelling, because existing clients depend on this URL */
    organization: '/api/settings/organisation',
    topics: '/api/settings/topics',
    about: '/api/settings/about',
    getStarted: '/api/get-started',
    /** Exports of the whole site */
    siteExports: '/api/exports',
    siteExport: (id: number | string) => `/api/exports/${id}`,
    siteExportFile: (id: number | string) => `/api/exports/${id}/site.zip`,
    siteSections: '/api/site/sections',
    siteSection: (section: string) => `/api/site/sections/${section}`,
    resetSiteSection: (section: string) => `/api/site/sections/${section}/reset`,
    siteSectionPreview: (section: string) => `/api/site/sections/${section}/preview`,
    siteSectionRevisions: (section: string) => `/api/site/sections/${section}/revisions`,
    siteSectionRevision: (section: string, revisionId: number | string) =>
      `/api/site/sections/${section}/revisions/${revisionId}`,
    /** The style sheet of a look that is not public yet, for its preview */
    lookPreviewStyle: '/api/site/look.css',
    aiSettings: '/api/settings/ai',
    /** Email, AI, and speech services */
    connections: '/api/settings/connections',
    connection: (kind: string) => `/api/settings/connections/${kind}`,
    connectionTest: (kind: string) => `/api/settings/connections/${kind}/test`,
    /** The models that a provider lists */
    connectionModels: (kind: string) => `/api/settings/connections/${kind}/models`,
    backups: '/api/settings/backups',
    /** One backup as a file */
    backup: (name: string) => `/api/settings/backups/${name}`,
    /** The sample posts of a new site that no one has edited */
    samples: '/api/settings/samples',
    imports: '/api/imports',
    /** A small file in one request */
    importsFile: '/api/imports/file',
    import: (id: number | string) => `/api/imports/${id}`,
    importPart: (id: number | string, file: string, number: number | string) =>
      `/api/imports/${id}/files/${file}/parts/${number}`,
    importUploaded: (id: number | string) => `/api/imports/${id}/uploaded`,
    importCheck: (id: number | string) => `/api/imports/${id}/check`,
    importStart: (id: number | string) => `/api/imports/${id}/start`,
    importCancel: (id: number | string) => `/api/imports/${id}/cancel`,
    importUndo: (id: number | string) => `/api/imports/${id}/undo`,
    importNotes: (id: number | string) => `/api/imports/${id}/notes`,
    importNotesFile: (id: number | string) => `/api/imports/${id}/notes.csv`,
    tokens: '/api/account/tokens',
    token: (id: number | string) => `/api/account/tokens/${id}`,
    othersTokens: '/api/settings/tokens',
    othersToken: (id: number | string) => `/api/settings/tokens/${id}`,
    activity: '/api/settings/activity',
    activityUsers: '/api/settings/activity/users',
    activityFile: '/api/settings/activity.csv',
    team: '/api/team',
    teamInvites: '/api/team/invites',
    teamInvite: (id: number | string) => `/api/team/invites/${id}`,
    renewTeamInvite: (id: number | string) => `/api/team/invites/${id}/renew`,
    memberRole: (id: number | string) => `/api/team/${id}/role`,
    memberAccess: (id: number | string) => `/api/team/${id}/access`,
    memberPasswordLink: (id: number | string) => `/api/team/${id}/password-link`,
    profile: '/api/account/profile',
    password: '/api/account/password',
    sessions: '/api/account/sessions',
    /** Ends one session of the signed-in user */
    endSession: (id: string) => `/api/account/sessions/${id}`,
    /** Confirms that the person at the keyboard is the signed-in user, before a sensitive change */
    confirmation: '/api/account/confirmation',
    secondFactor: '/api/account/second-factor',
    totp: '/api/account/totp',
    totpCode: '/api/account/totp/code',
    recoveryCodes: '/api/account/recovery-codes',
    passkeys: '/api/account/passkeys',
    passkeyOptions: '/api/account/passkeys/options',
    passkey: (id: number | string) => `/api/account/passkeys/${id}`,
    /** Whether everyone needs a second factor */
    factorPolicy: '/api/settings/second-factor',
    /** The second factor of a colleague, for owners */
    userFactor: (id: number | string) => `/api/users/${id}/second-factor`,
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
