import type { Site } from '../../../../core/contract/site.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { createTokenMaker as makeTokens } from '../../../../core/server/http/tokens.ts'
import { eventPaths } from '../../contract/event-paths.ts'

/** Makes the secret in the link to a registration of its `uid`. */
export const createTokenMaker = (db: Queryable) => makeTokens(db, 'registration_link_key')

/** The full address of a registration's page */
export const registrationUrl = ({ publicUrl }: Pick<Site, 'publicUrl'>, token: string) =>
  publicUrl + eventPaths.registration(token)
