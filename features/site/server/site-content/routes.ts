import * as z from 'zod/mini'
import { rights } from '../../../../core/contract/roles.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../../core/server/http/app.ts'
import { orNotFound, route } from '../../../../core/server/http/route.ts'
import type { Feature } from '../../../manifest/feature.ts'
import {
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
  route(app, sectionRevisionList, editor, ({ params }) => listSectionRevisions(db, get(params)))
  route(app, sectionRevisionRead, editor, async ({ params }) =>
    orNotFound(await findSectionRevision(db, get(params), params.revisionId)),
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
