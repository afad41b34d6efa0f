import * as z from 'zod/mini'
import { rights } from '../../../../core/contract/roles.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../../core/server/http/app.ts'
import { orNotFound, route } from '../../../../core/server/http/route.ts'
import type { Feature } from '../../../manifest/feature.ts'
import {
  draftsSettle,
  sectionList,
  sectionRead,
  sectionReset,
  sectionRevisionList,
  sectionRevisionRead,
  sectionSave,
  sectionState,
  sectionSummary,
} from '../../contract/site-content/section-api.ts'
import {
  findSectionRevision,
  listSectionRevisions,
  readSection,
  resetSection,
  type SectionResult,
  saveSection,
  settleDraft,
  summarizeSections,
} from './section-store.ts'
import { getSection, listSections } from './sections.ts'

export const editor = { audience: 'admin', role: rights.editSite } as const
/** Max bytes of a request. Every section fits, also when every character is an escaped pair of surrogates. */
export const bodyLimit = 3_000_000

/** Adds the routes for the words and lists of the public site. */
export function addSectionRoutes(app: App, { db, features }: RouteDeps & { features: Feature[] }): void {
  const sections = listSections(features)
  const get = ({ section }: { section: string }) => getSection(sections, section)
  // Only the server knows the sections of all features.
  const section = z.enum(sections.map(({ id }): string => id))
  const response = z.extend(sectionState, { section })
  const list = { ...sectionList, response: z.array(z.extend(sectionSummary, { section })) }

  route(app, list, editor, () => summarizeSections(db, sections))
  route(app, { ...sectionRead, response }, editor, ({ params }) => readSection(db, get(params)))
  route(app, { ...sectionSave, response }, { ...editor, bodyLimit }, async ({ params, body, session }) =>
    toResponse(await saveSection(db, session.user, get(params), body)),
  )
  route(app, { ...sectionReset, response }, editor, async ({ params, body, session }) =>
    toResponse(await resetSection(db, session.user, get(params), body)),
  )
  route(app, { ...draftsSettle, response: list.response }, editor, async ({ body, session }) => {
    await db.transaction(async (tx) => {
      // In one order, so that two requests never wait for each other
      for (const { section, version } of body.drafts.toSorted((a, b) => (a.section < b.section ? -1 : 1))) {
        const { isPublished } = body
        const result = await settleDraft(tx, session.user, get({ section }), { version, isPublished })
        if (result && result.outcome !== 'saved')
          throw new RequestProblem(result.outcome === 'stale' ? 'conflict' : 'not-accepted', {
            detail: describeRefusal(get({ section }).title, result),
          })
      }
    })
    return summarizeSections(db, sections)
  })
  route(app, sectionRevisionList, editor, ({ params }) => listSectionRevisions(db, get(params)))
  route(app, sectionRevisionRead, editor, async ({ params }) =>
    orNotFound(await findSectionRevision(db, get(params), params.revisionId)),
  )
}

const describeRefusal = (title: string, result: Exclude<SectionResult, { outcome: 'saved' }>) =>
  result.outcome === 'stale'
    ? `Someone has changed ${title} in the meantime. Look at it, then try again.`
    : `${title} can’t be published yet. Open it and correct this: ${Object.values(result.fields)[0]}`

function toResponse(result: SectionResult) {
  switch (result.outcome) {
    case 'saved':
      return result.state
    case 'stale':
      throw new RequestProblem('conflict', { extensions: { current: result.current } })
    case 'invalid':
      throw new RequestProblem('not-accepted', { extensions: { fields: result.fields } })
  }
}
