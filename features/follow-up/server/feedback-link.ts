import type { Queryable } from '../../../core/server/db/connect.ts'
import { createTokenMaker as makeTokens } from '../../../core/server/http/tokens.ts'

/** Makes the secret in the link to someone's questions of their `uid`. */
export const createTokenMaker = (db: Queryable) => makeTokens(db, 'feedback_link_key')
