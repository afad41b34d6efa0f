import { rights } from '../../contracts/roles.ts'
import {
  sectionList,
  sectionRead,
  sectionReset,
  sectionRevisionList,
  sectionRevisionRead,
  sectionSave,
} from '../../contracts/site-content/section-api.ts'
import { RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { orNotFound, route } from '../http/route.ts'
import {
  findSectionRevision,
  listSectionRevisions,
  listSections,
  readSection,
  resetSection,
  type SectionResult,
  saveSection,
} from './section-store.ts'
import { toSectionId } from './to-section-id.ts'

const editor = { audience: 'admin', role: rights.editSite } as const
/** Max bytes of a request. Every section fits, also when every character is an escaped pair of surrogates. */
export const bodyLimit = 3_000_000

/** Adds the routes for the words and lists of the public site. */
export function addSectionRoutes(app: App, { db }: RouteDeps): void {
  route(app, sectionList, editor, () => listSections(db))
  route(app, sectionRead, editor, async ({ params }) => readSection(db, toSectionId(params.section)))
  route(app, sectionSave, { ...editor, bodyLimit }, async ({ params, body, session }) =>
    toResponse(await saveSection(db, session.user, toSectionId(params.section), body)),
  )
  route(app, sectionReset, editor, async ({ params, body, session }) =>
    toResponse(await resetSection(db, session.user, toSectionId(params.section), body)),
  )
  route(app, sectionRevisionList, editor, async ({ params }) =>
    listSectionRevisions(db, toSectionId(params.section)),
  )
  route(app, sectionRevisionRead, editor, async ({ params }) =>
    orNotFound(await findSectionRevision(db, toSectionId(params.section), params.revisionId)),
  )
}

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
