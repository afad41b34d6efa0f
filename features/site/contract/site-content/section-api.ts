import * as z from 'zod/mini'
import { endpoint } from '../../../../core/contract/endpoint.ts'
import { rowId } from '../../../../core/contract/paging.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { problem } from '../../../../core/contract/problem.ts'
import { postPaths } from '../../../posts/contract/post-paths.ts'
import { sitePaths } from '../site-paths.ts'

export const sectionRevisionCauses = ['draft', 'publish', 'original'] as const

/** A name that is no section is a 404, as for any part of an address. */
const sectionParams = z.object({ section: z.string() })
/** Counts the writes to a section. A request with an older version changes nothing. */
const version = z.int().check(z.nonnegative())
/** The value of a section, whose shape depends on the section (section.ts) */
const value = z.unknown()

export const sectionSummary = z.object({
  section: z.string(),
  version,
  isOriginal: z.boolean(),
  hasDraft: z.boolean(),
  changedAt: z.optional(z.string()),
  /** Display name of the user who changed it last */
  changedBy: z.optional(z.string()),
})
export type SectionSummary = z.infer<typeof sectionSummary>

/** A section as its form needs it */
export const sectionState = z.extend(sectionSummary, {
  /** The draft if there is one, otherwise the public value */
  value,
  published: value,
  original: value,
})
export type SectionState = z.infer<typeof sectionState>

/** Response with status 422: the problem, and the first message for each invalid field */
export const sectionProblem = z.extend(problem, {
  /** Messages by the path of the field, such as `list.2.name` */
  fields: z.record(z.string(), z.string()),
})

export const sectionList = endpoint('GET', '/api/site/sections', {
  summary: 'The sections of the public site, and which of them have changed or have a draft',
  response: z.array(sectionSummary),
})

export const sectionRead = endpoint('GET', '/api/site/sections/:section', {
  summary: 'One section: its draft, its public value, and the original',
  params: sectionParams,
  response: sectionState,
})

export const sectionSave = endpoint('PUT', '/api/site/sections/:section', {
  summary: 'Save a section as a draft, or publish it',
  description:
    'A stale `version` responds 409 with the current state and changes nothing. A published section shows on every page within a second.',
  params: sectionParams,
  body: z.strictObject({ version, value, isPublished: z.boolean() }),
  response: sectionState,
})

export const sectionReset = endpoint('POST', '/api/site/sections/:section/reset', {
  summary: 'Discard the draft of a section, or go back to the original',
  params: sectionParams,
  body: z.strictObject({ version, to: z.enum(['published', 'original']) }),
  response: sectionState,
})

export const draftsSettle = endpoint('POST', '/api/site/drafts', {
  summary: 'Publish or discard the drafts of several sections together',
  description:
    'All or none: a draft with a stale `version` responds 409, and nothing is changed. A section whose draft is gone is left out.',
  body: z.strictObject({
    drafts: z.array(z.object({ section: z.string(), version })).check(z.maxLength(100)),
    isPublished: z.boolean(),
  }),
  response: z.array(sectionSummary),
})

export const sectionRevision = z.object({
  id: z.number(),
  version,
  savedAt: z.string(),
  /** Display name; the account may have been deleted since */
  savedBy: z.string(),
  cause: z.enum(sectionRevisionCauses),
})
export type SectionRevision = z.infer<typeof sectionRevision>

export const sectionRevisionList = endpoint('GET', '/api/site/sections/:section/revisions', {
  summary: 'The kept versions of a section, newest first',
  params: sectionParams,
  response: z.array(sectionRevision),
})

export const sectionRevisionRead = endpoint('GET', '/api/site/sections/:section/revisions/:revisionId', {
  summary: 'One kept version of a section with its value',
  params: z.extend(sectionParams, { revisionId: rowId }),
  response: z.extend(sectionRevision, { value }),
})

/** The pages of previews. `post` is the newest public post, or the blog if there is none; `plan` and `notFound` have no path. */
export const previewPaths = {
  home: paths.home,
  apps: sitePaths.apps,
  waitlist: sitePaths.waitlist,
  plan: '',
  contact: sitePaths.contact,
  blog: postPaths.blog,
  post: postPaths.post(':slug'),
  notFound: '',
  privacyPolicy: paths.privacyPolicy,
  termsOfService: paths.termsOfService,
}
/** One of these, or the path of a page that another feature adds */
export type PreviewPage = keyof typeof previewPaths | `/${string}`

const previewPage = z.union([
  z.enum(Object.keys(previewPaths) as (keyof typeof previewPaths)[]),
  z.templateLiteral(['/', z.string()]),
])
const html = z.object({ html: z.string() })

export const sitePreview = endpoint('GET', '/api/site/preview', {
  summary: 'Render a public page with the drafts of all sections, by default the home page',
  query: z.object({ page: z.optional(previewPage) }),
  response: html,
})

export const sectionPreview = endpoint('POST', '/api/site/sections/:section/preview', {
  summary: 'Render a public page with the drafts of all sections and a value of one that is not saved',
  params: sectionParams,
  body: z.strictObject({ value, page: previewPage }),
  response: html,
})
