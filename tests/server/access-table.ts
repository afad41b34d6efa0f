import type { ApiScope, Role } from '../../core/contract/roles.ts'
import type { RouteEntry } from '../../core/server/http/guards/route-access.ts'
import { loadTesting } from '../helpers/feature-testing.ts'

/**
 * Who may use each route of the server; features can have a table of their own (testing/access-table.ts). The tests in access.test.ts and token-access.test.ts fail if a route is missing
 * here or behaves differently. Routes for GET also answer HEAD, in the same way.
 *
 * - everyone: no sign-in needed
 * - session: everyone; signed-out visitors are told so with 401
 * - metrics: programs with METRICS_TOKEN
 * - guest: anyone with the link, which contains a secret
 * - helper, editor, owner: users with this role or a higher one
 *
 * The last column names the scopes of API tokens that admit the route. Add one only if the route does nothing else.
 */
const table = `
everyone  GET    /
everyone  GET    /:slug
everyone  GET    /:slug/social.png
everyone  GET    /api/blog                                   read-posts,write-drafts,publish
everyone  GET    /api/blog/:id                               read-posts,write-drafts,publish
everyone  GET    /api/blog/recent
everyone  POST   /api/calendar-clicks
everyone  POST   /api/contact
everyone  GET    /api/form-start
everyone  DELETE /api/session
everyone  POST   /api/session
everyone  POST   /api/session/passkey
everyone  POST   /api/session/passkey-challenge
everyone  POST   /api/training-waitlist
everyone  GET    /apple-touch-icon.png
everyone  GET    /apps
everyone  GET    /assets/*
everyone  GET    /atom.xml
everyone  GET    /blog
everyone  GET    /blog/:slug
everyone  GET    /blog/:slug/social.png
everyone  GET    /blog/author/:slug
everyone  GET    /blog/tag/:tag
everyone  GET    /brand-:hash.css
everyone  GET    /contact
everyone  POST   /contact
everyone  GET    /favicon.ico
everyone  GET    /favicon.svg
everyone  GET    /feed.json
everyone  GET    /files/:name/:fileName
everyone  GET    /healthz
everyone  GET    /icon-192.png
everyone  GET    /icon-512.png
everyone  GET    /llms.txt
everyone  GET    /login
everyone  POST   /login
everyone  GET    /forgot-password
everyone  POST   /forgot-password
everyone  GET    /login/code
everyone  POST   /login/code
everyone  GET    /logo.png
everyone  POST   /logout
everyone  GET    /media/:file
everyone  GET    /page-opened.json
everyone  GET    /preview/:token
everyone  GET    /privacy-policy
everyone  GET    /readyz
everyone  GET    /robots.txt
everyone  GET    /rss.xml
everyone  GET    /setup
everyone  POST   /setup
everyone  GET    /site.webmanifest
everyone  GET    /sitemap-:number.xml
everyone  GET    /sitemap.xml
everyone  GET    /social.png
everyone  GET    /speculation-rules.json
everyone  GET    /terms-of-service
everyone  GET    /waitlist
everyone  POST   /waitlist
everyone  GET    /write
everyone  POST   /write
everyone  GET    /your-data
everyone  POST   /your-data
everyone  GET    /your-data/:token
everyone  POST   /your-data/:token
everyone  GET    /your-data/:token/data.json
session   GET    /api/session
metrics   GET    /metrics
guest     GET    /api/write/:token
guest     PUT    /api/write/:token
guest     POST   /api/write/:token/approve
guest     PUT    /api/write/:token/comments/:id
guest     POST   /api/write/:token/pictures
guest     PUT    /api/write/:token/pictures/:id
guest     POST   /api/write/:token/submit
guest     GET    /calendar/:token.ics
guest     GET    /invite/:token
guest     POST   /invite/:token
guest     GET    /join/:token
guest     POST   /join/:token
guest     GET    /new-password/:token
guest     POST   /new-password/:token
guest     GET    /waitlist/plan/:token
guest     POST   /waitlist/plan/:token
guest     GET    /write/:token
guest     GET    /write/:token/plain
helper    GET    /admin
helper    GET    /admin-simple
helper    POST   /admin-simple
helper    GET    /admin-simple/authors
helper    POST   /admin-simple/authors
helper    GET    /admin-simple/password
helper    POST   /admin-simple/password
helper    GET    /admin-simple/second-factor
helper    GET    /admin/*
helper    GET    /admin/preview/:id
helper    GET    /admin/social-preview.png
helper    POST   /api/account/confirmation
helper    POST   /api/account/passkeys
helper    DELETE /api/account/passkeys/:id
helper    PATCH  /api/account/passkeys/:id
helper    POST   /api/account/passkeys/options
helper    POST   /api/account/password
helper    PUT    /api/account/profile
helper    POST   /api/account/recovery-codes
helper    GET    /api/account/second-factor
helper    GET    /api/account/sessions
helper    DELETE /api/account/sessions/:id
helper    GET    /api/account/tokens
helper    POST   /api/account/tokens
helper    DELETE /api/account/tokens/:id
helper    DELETE /api/account/totp
helper    POST   /api/account/totp
helper    POST   /api/account/totp/code
helper    POST   /api/ai/check
helper    POST   /api/ai/enhance-content
helper    POST   /api/ai/generate-excerpt
helper    POST   /api/ai/generate-post
helper    GET    /api/ai/services
helper    POST   /api/ai/suggestions
helper    POST   /api/ai/transcribe
helper    POST   /api/author/invite
helper    GET    /api/author/invites
helper    GET    /api/author/invites/:id
helper    POST   /api/author/invites/:id/comments
helper    DELETE /api/author/invites/:id/comments/:commentId
helper    POST   /api/author/invites/:id/request-changes
helper    POST   /api/author/invites/:id/resend
helper    POST   /api/author/invites/:id/revoke
helper    GET    /api/author/topics
helper    POST   /api/blog                                   write-drafts,publish
helper    DELETE /api/blog/:id
helper    PUT    /api/blog/:id                               write-drafts,publish
helper    GET    /api/blog/:id/ai-actions
helper    DELETE /api/blog/:id/preview-links
helper    GET    /api/blog/:id/preview-links
helper    POST   /api/blog/:id/preview-links
helper    POST   /api/blog/:id/restore
helper    GET    /api/blog/:id/revisions                     read-posts,write-drafts,publish
helper    GET    /api/blog/:id/revisions/:revisionId         read-posts,write-drafts,publish
helper    POST   /api/blog/:id/revisions/:revisionId/restore
helper    GET    /api/blog/:id/transcript
helper    POST   /api/blog/disclosure
helper    POST   /api/blog/preview
helper    POST   /api/blog/generate-ai-content
helper    GET    /api/blog/generate-ai-content/:jobId
helper    GET    /api/calendar
helper    GET    /api/calendar/ahead
helper    POST   /api/calendar/blocked
helper    DELETE /api/calendar/blocked/:id
helper    PUT    /api/calendar/blocked/:id
helper    GET    /api/calendar/files
helper    POST   /api/calendar/files
helper    DELETE /api/calendar/files/:id
helper    GET    /api/calendar/feed
helper    POST   /api/calendar/feed
helper    DELETE /api/calendar/feed
helper    GET    /api/docs
helper    GET    /api/docs/openapi.json
helper    GET    /api/files                                  read-posts,write-drafts,publish
helper    POST   /api/files                                  write-drafts,publish
helper    DELETE /api/files/:id
helper    GET    /api/files/:id                              read-posts,write-drafts,publish
helper    GET    /api/insights
helper    GET    /api/letter-templates
helper    POST   /api/letter-templates
helper    DELETE /api/letter-templates/:id
helper    PUT    /api/letter-templates/:id
helper    GET    /api/media                                  read-posts,write-drafts,publish
helper    POST   /api/media                                  write-drafts,publish
helper    DELETE /api/media/:id
helper    PUT    /api/media/:id
editor    GET    /api/site/look.css
helper    GET    /api/news
helper    POST   /api/news/:list
helper    GET    /api/outbox
helper    GET    /api/outbox/:id
helper    POST   /api/outbox/:id/again
helper    POST   /api/outbox/:id/handed-over
helper    GET    /api/outbox/:id/mail.eml
helper    GET    /api/people                                 read-entries
helper    GET    /api/people/:form/:id                       read-entries
helper    PATCH  /api/people/:form/:id
helper    GET    /api/people/:form/:id/letters
helper    POST   /api/people/:form/:id/letters
helper    POST   /api/people/:form/:id/letters/draft
helper    POST   /api/people/:form/:id/letters/preview
helper    POST   /api/people/:form/:id/notes
helper    DELETE /api/people/:form/:id/next-step
helper    PUT    /api/people/:form/:id/next-step
helper    POST   /api/people/:form/:id/next-step/done
helper    DELETE /api/people/notes/:id
helper    GET    /api/today
helper    GET    /api/people/waitlist/:entryId/plan          read-entries
helper    PUT    /api/people/waitlist/:entryId/plan
helper    POST   /api/people/waitlist/:entryId/plan/links
helper    GET    /api/settings/about
helper    GET    /api/trainers
editor    PUT    /api/trainers/:id
helper    GET    /api/training-waitlist                      read-entries
editor    GET    /api/insights/:report.csv
editor    DELETE /api/people/:form/:id
editor    POST   /api/people/:form/:id/restore
editor    GET    /api/people/export.csv
editor    DELETE /api/settings/samples
editor    GET    /api/settings/samples
editor    POST   /api/settings/samples
editor    POST   /api/site/drafts
editor    GET    /api/site/preview
editor    GET    /api/site/sections
editor    GET    /api/site/sections/:section
editor    PUT    /api/site/sections/:section
editor    POST   /api/site/sections/:section/preview
editor    POST   /api/site/sections/:section/reset
editor    GET    /api/site/sections/:section/revisions
editor    GET    /api/site/sections/:section/revisions/:revisionId
owner     PUT    /api/get-started
owner     POST   /api/outbox/test
owner     GET    /api/settings/activity
owner     GET    /api/settings/activity.csv
owner     GET    /api/settings/activity/users
owner     GET    /api/settings/ai
owner     PUT    /api/settings/ai
owner     GET    /api/settings/backups
owner     POST   /api/settings/backups
owner     GET    /api/settings/backups/:name
owner     GET    /api/settings/connections
owner     DELETE /api/settings/connections/:kind
owner     PUT    /api/settings/connections/ai
owner     POST   /api/settings/connections/ai/models
owner     POST   /api/settings/connections/ai/test
owner     PUT    /api/settings/connections/mail
owner     POST   /api/settings/connections/mail/test
owner     PUT    /api/settings/connections/speech
owner     POST   /api/settings/connections/speech/models
owner     POST   /api/settings/connections/speech/test
owner     GET    /api/settings/features
owner     PUT    /api/settings/features/:name
owner     GET    /api/settings/mail
owner     PUT    /api/settings/mail
owner     GET    /api/settings/organisation
owner     PUT    /api/settings/organisation
owner     GET    /api/settings/plan
owner     PUT    /api/settings/plan
owner     PUT    /api/settings/second-factor
owner     GET    /api/settings/today
owner     PUT    /api/settings/today
owner     GET    /api/settings/tokens
owner     DELETE /api/settings/tokens/:id
owner     PUT    /api/settings/topics
owner     GET    /api/team
owner     DELETE /api/team/:id/access
owner     POST   /api/team/:id/access
owner     POST   /api/team/:id/password-link
owner     PUT    /api/team/:id/role
owner     POST   /api/team/invites
owner     DELETE /api/team/invites/:id
owner     POST   /api/team/invites/:id/renew
owner     DELETE /api/users/:id/second-factor
`

export type Access = 'everyone' | 'session' | 'metrics' | 'guest' | Role

const ofFeatures = await loadTesting<string>('access-table.ts', 'table')

/** The rows of all tables */
export const accessRows = [table, ...ofFeatures]
  .join('')
  .trim()
  .split(/\n+/)
  .map((line) => {
    const [access, method, url, scopes] = line.split(/\s+/)
    return {
      access: access as Access,
      route: `${method} ${url}`,
      scopes: (scopes?.split(',') ?? []) as ApiScope[],
    }
  })

/** The route as it is named in the table */
export const routeName = ({ method, url }: RouteEntry) => `${method.replace('HEAD', 'GET')} ${url}`
