import { createHash } from 'node:crypto'
import { and, asc, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { withIsoTimes } from '../../../core/server/db/iso-times.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'
import { users } from '../../accounts/schema/accounts.ts'
import { displayNameOf, userName } from '../../accounts/server/display-name.ts'
import {
  type AiField,
  type AppliedAction,
  aiFields,
  type Disclosure,
  type LedgerAction,
  type LedgerEntry,
} from '../contract/disclosure.ts'
import { aiActions, blogPosts } from '../schema.ts'
import { textOf } from './rendering/sanitize.ts'

type Disclosed = { authorType: string; authorStated: boolean; whollyAi: boolean }

/**
 * The disclosure tells readers how much of a post AI wrote (docs/decisions/011-disclosure.md). `fields` is null if no
 * AI action (a logged reply of an AI service) is used in the post.
 */
export function disclose(
  { authorType, authorStated, whollyAi }: Disclosed,
  fields: readonly AiField[] | null,
): Disclosure {
  if (fields === null && authorType !== 'ai') return authorStated ? 'human-only' : 'unknown'
  return whollyAi ? 'ai-autonomous' : 'ai-assisted'
}

/** Without a title, an AI title is not compared with it. */
type Text = { authorType: string; content: string; title?: string | undefined }
type StoredText = Text & Disclosed & { id: number; aiFields: readonly AiField[] | null }

/**
 * Computes the disclosure of a post that is about to be saved.
 *
 * @param old - The post as stored, if it exists.
 * @param applied - Outcomes of AI actions that the request reports and that are not bound to the post yet.
 */
export async function computeDisclosure(
  db: Queryable,
  text: Text & { authorStated?: boolean },
  old: StoredText | undefined,
  applied: readonly AppliedAction[] = [],
) {
  const actions = await findActions(db, text.title, old?.id, applied)
  const isWritten = (field: AiField) => actions.some((action) => action.fields.includes(field))
  const fields = actions.every(({ isGone }) => isGone) ? null : aiFields.filter(isWritten)
  const whollyAi = isWhollyAi(text, old, actions)
  const { authorType, authorStated = old?.authorStated ?? true } = text
  const disclosure = disclose({ authorType, authorStated, whollyAi }, fields)
  // True if the save changes AI's part, so that an earlier review does not cover the new text
  const changesAi =
    old === undefined ||
    disclose(old, old.aiFields) !== disclosure ||
    aiFields.some((field) => old.aiFields?.includes(field) !== fields?.includes(field)) ||
    actions.some(({ isNew }) => isNew)
  const retyped = actions.filter(({ titleRetyped }) => titleRetyped).map(({ id }) => id)
  return { whollyAi, fields, disclosure, changesAi, retyped }
}

type Action = {
  id: string
  textHash: string | null
  fields: readonly string[]
  titleRetyped: boolean
  /** True if nothing of the reply is left in the post */
  isGone: boolean
  isNew: boolean
}

/** The actions whose replies are used in the post, in whole or in part */
async function findActions(
  db: Queryable,
  title: string | undefined,
  postId: number | undefined,
  applied: readonly AppliedAction[],
): Promise<Action[]> {
  const bound = postId === undefined ? undefined : eq(aiActions.postId, postId)
  const ids = applied.map(({ id }) => id)
  const reported = and(inArray(aiActions.id, ids), or(isNull(aiActions.postId), bound))
  const rows = await db.select().from(aiActions).where(or(bound, reported))
  const outcomes = new Map(applied.map((action) => [action.id, action]))
  return rows
    .map((row) => {
      const action = { ...row, ...outcomes.get(row.id) }
      const isAsBefore =
        row.postId !== null && row.applied === action.applied && String(row.fields) === String(action.fields)
      const titleRetyped = title !== undefined && isRetyped(row.titleHashes, title)
      const fields = action.fields.filter((field) => field !== 'title' || !titleRetyped)
      const isGone = fields.length === 0 && action.fields.length > 0
      return { ...action, fields, titleRetyped, isGone, isNew: !isAsBefore }
    })
    .filter((action) => action.applied !== 'none')
}

/** True if fewer than half of the words of each suggested title are in the title. */
function isRetyped(suggested: readonly string[] | null, title: string): boolean {
  if (suggested === null) return false
  const words = hashTitle(title).split(' ')
  return suggested.every((hashes) => {
    const own = hashes.split(' ')
    return own.filter((word) => words.includes(word)).length * 2 < own.length
  })
}

/** The hashes of a title's words, so that the ledger does not have its text */
const hashTitle = (title: string) =>
  Array.from(title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [], (word) => sha256(word).slice(0, 16)).join(
    ' ',
  )

function isWhollyAi(
  text: Text,
  old: (Text & { whollyAi: boolean }) | undefined,
  actions: readonly Action[],
): boolean {
  if (actions.length > 0) {
    const hash = hashWords(text.content)
    return actions.some(({ textHash }) => textHash === hash)
  }
  if (text.authorType !== 'ai') return false
  // An editor has marked the post as generated. It counts as unedited until its text changes.
  if (old?.authorType !== 'ai') return true
  return old.whollyAi && hashWords(old.content) === hashWords(text.content)
}

/** SHA-256 in hex of the text that a reader sees; formatting and white space do not change it. */
export function hashWords(sanitized: string): string {
  return sha256(textOf(sanitized).replaceAll(/\s+/g, ''))
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')

export type DoneAction = {
  action: LedgerAction
  userId: number
  provider: string
  model: string
  /** The request as it left the server, and the reply; only their hashes are stored. */
  sent: string | Uint8Array
  received: string
  /** `hashWords` of a text that was written from a topic alone. */
  textHash?: string | undefined
  /** The titles that the reply suggests */
  titles?: readonly string[] | undefined
}

/** Records a reply of an AI service. The returned id goes to the browser, so that a save can report the outcome. */
export async function recordAction(db: Queryable, done: DoneAction): Promise<string> {
  const { sent, received, titles, ...rest } = done
  const row = oneRow(
    await db
      .insert(aiActions)
      .values({
        ...rest,
        sentHash: sha256(sent),
        receivedHash: sha256(received),
        titleHashes: titles?.map(hashTitle),
      })
      .returning({ id: aiActions.id }),
  )
  return row.id
}

/**
 * Binds actions to a post with their outcomes, in the save's transaction. Actions of other posts do not change.
 * `retyped`: ids of those whose title is no longer the post's.
 */
export async function bindActions(
  tx: Queryable,
  postId: number,
  applied: readonly AppliedAction[],
  retyped: readonly string[],
): Promise<void> {
  for (const { id, ...outcome } of applied)
    await tx
      .update(aiActions)
      .set({ postId, ...outcome })
      .where(and(eq(aiActions.id, id), or(isNull(aiActions.postId), eq(aiActions.postId, postId))))
  const isNow = inArray(aiActions.id, [...retyped])
  await tx
    .update(aiActions)
    .set({ titleRetyped: isNow })
    .where(and(eq(aiActions.postId, postId), ne(aiActions.titleRetyped, isNow)))
}

/** The AI actions of one post, oldest first */
export async function listActions(db: Queryable, postId: number): Promise<LedgerEntry[]> {
  const rows = await db
    .select({
      id: aiActions.id,
      action: aiActions.action,
      provider: aiActions.provider,
      model: aiActions.model,
      user: sql<string | null>`${userName}`,
      createdAt: aiActions.createdAt,
      sentHash: aiActions.sentHash,
      receivedHash: aiActions.receivedHash,
      applied: aiActions.applied,
      fields: aiActions.fields,
    })
    .from(aiActions)
    .leftJoin(users, eq(users.id, aiActions.userId))
    .where(eq(aiActions.postId, postId))
    .orderBy(asc(aiActions.createdAt), asc(aiActions.id))
  return rows.map((row) => ({ ...withIsoTimes(row), user: row.user ?? undefined }))
}

/** Display name of the user who said that they have read the text; undefined if no one did */
export async function findReviewer(db: Queryable, postId: number): Promise<string | undefined> {
  const isReviewed = and(blogPosts.reviewAsked, isNotNull(blogPosts.disclosureReviewedBy))
  const [row] = await db
    .select({ name: displayNameOf(blogPosts.disclosureReviewedBy) })
    .from(blogPosts)
    .where(and(eq(blogPosts.id, postId), isReviewed))
  return row?.name
}

/** Days after which an action is deleted if it was not used in any post */
const unboundDays = 90

export async function sweepActions(db: Queryable): Promise<void> {
  const isExpired = lt(aiActions.createdAt, sql`now() - make_interval(days => ${unboundDays})`)
  await db.delete(aiActions).where(and(isNull(aiActions.postId), isExpired))
}
