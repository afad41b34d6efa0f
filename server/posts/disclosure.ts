import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import { type AiField, type AppliedAction, aiFields, type Disclosure } from '../../contracts/disclosure.ts'
import type { Queryable } from '../db/connect.ts'
import { aiActions } from '../db/schema.ts'
import { hashWords } from './text-fingerprint.ts'

/** The rule: docs/decisions/011-disclosure.md. `fields`: null where the ledger has nothing of AI's in the post. */
export function disclose(
  authorType: string,
  fields: readonly AiField[] | null,
  whollyAi: boolean,
): Disclosure {
  if (fields === null && authorType !== 'ai') return 'human-only'
  return whollyAi ? 'ai-autonomous' : 'ai-assisted'
}

type ComputedDisclosure = { whollyAi: boolean; fields: AiField[] | null; disclosure: Disclosure }

type Text = { authorType: string; content: string }

/**
 * Looks into the ledger and the text of a post that is about to be saved. `old`: as it stands, where it is there
 * already. `told`: what a call says about actions that are not bound yet.
 */
export async function computeDisclosure(
  db: Queryable,
  text: Text,
  old: (Text & { id: number; whollyAi: boolean }) | undefined,
  told: readonly AppliedAction[] = [],
): Promise<ComputedDisclosure> {
  const actions = await findActions(db, old?.id, told)
  const fields = actions.length === 0 ? null : aiFields.filter((field) => isIn(field, actions))
  const whollyAi = isWhollyAi(text, old, actions)
  return { whollyAi, fields, disclosure: disclose(text.authorType, fields, whollyAi) }
}

const isIn = (field: string, actions: readonly Action[]) =>
  actions.some((action) => action.fields.includes(field))

type Action = { textHash: string | null; fields: readonly string[] }

/** Those of which something stands in the post. */
async function findActions(
  db: Queryable,
  postId: number | undefined,
  told: readonly AppliedAction[],
): Promise<Action[]> {
  const bound = postId === undefined ? undefined : eq(aiActions.postId, postId)
  const named = and(
    inArray(
      aiActions.id,
      told.map(({ id }) => id),
    ),
    or(isNull(aiActions.postId), bound),
  )
  const rows = await db
    .select({
      id: aiActions.id,
      textHash: aiActions.textHash,
      applied: aiActions.applied,
      fields: aiActions.fields,
    })
    .from(aiActions)
    .where(or(bound, named))
  const news = new Map(told.map((action) => [action.id, action]))
  return rows.map((row) => ({ ...row, ...news.get(row.id) })).filter(({ applied }) => applied !== 'none')
}

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
  // Somebody says that it is AI's. Until somebody else writes in it, we know of no person who had a hand in it.
  if (old?.authorType !== 'ai') return true
  return old.whollyAi && hashWords(old.content) === hashWords(text.content)
}
