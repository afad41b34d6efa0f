import { and, asc, eq, ne, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database, Queryable } from '../../../../core/server/db/connect.ts'
import { withIsoTimes } from '../../../../core/server/db/iso-times.ts'
import { addSetting, readSetting } from '../../../../core/server/db/settings.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import { type LetterTemplate, letterLimits, type TemplateInput } from '../../contract/letters.ts'
import { letterTemplates } from '../../schema/letters.ts'
import { starterTemplates } from '../../words/letter-templates.ts'

const { id, name, subject, body, updatedAt, createdAt: _ } = letterTemplates
const columns = { id, name, subject, body, updatedAt }

const refuse = (detail: string) => new RequestProblem('conflict', { detail })
const nameTaken = () => refuse('There is a template with this name. Choose another name.')

/** Lists all templates by name. The first time, it adds those that come with the product. */
export async function listTemplates(db: Database): Promise<LetterTemplate[]> {
  await addStarterTemplates(db)
  const rows = await db
    .select(columns)
    .from(letterTemplates)
    .orderBy(asc(sql`lower(${name})`), asc(id))
  return rows.map(withIsoTimes)
}

const starterKey = 'letter_templates_added'

async function addStarterTemplates(db: Database): Promise<void> {
  if (await readSetting(db, starterKey, z.literal(true))) return
  await db.transaction(async (tx) => {
    // Another request may be adding them at the same time. This line waits for it.
    if (!(await addSetting(tx, starterKey, true))) return
    await tx
      .insert(letterTemplates)
      .values([...starterTemplates])
      .onConflictDoNothing()
  })
}

export async function addTemplate(db: Database, input: TemplateInput): Promise<LetterTemplate> {
  await addStarterTemplates(db)
  return db.transaction(async (tx) => {
    // Prevents two requests from both adding the last template.
    await tx.execute(sql`lock table ${letterTemplates} in share row exclusive mode`)
    const known = await tx.select({ id }).from(letterTemplates).limit(letterLimits.templates)
    if (known.length === letterLimits.templates)
      throw refuse(`There can be up to ${letterLimits.templates} templates. Delete one that you don’t need.`)
    const [row] = await tx.insert(letterTemplates).values(input).onConflictDoNothing().returning(columns)
    if (!row) throw nameTaken()
    return withIsoTimes(row)
  })
}

/** Changes a template. Returns undefined if it does not exist. */
export async function changeTemplate(
  db: Database,
  templateId: number,
  { updatedAt: known, ...input }: TemplateInput & { updatedAt: string },
): Promise<LetterTemplate | undefined> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${letterTemplates} in share row exclusive mode`)
    const [old] = await tx.select(columns).from(letterTemplates).where(eq(id, templateId))
    if (!old) return undefined
    // The first of two equal requests has changed it already.
    const isSame = old.name === input.name && old.subject === input.subject && old.body === input.body
    if (isSame) return withIsoTimes(old)
    if (old.updatedAt.toISOString() !== known)
      throw refuse(
        'Someone else changed this template in the meantime. Close it, open it again, and make your change.',
      )
    const others = and(eq(name, input.name), ne(id, templateId))
    if ((await tx.$count(letterTemplates, others)) > 0) throw nameTaken()
    const [row] = await tx
      .update(letterTemplates)
      .set({ ...input, updatedAt: sql`now()` })
      .where(eq(id, templateId))
      .returning(columns)
    return row && withIsoTimes(row)
  })
}

/** Returns false if there is no such template. */
export async function deleteTemplate(db: Queryable, templateId: number): Promise<boolean> {
  const { rowCount } = await db.delete(letterTemplates).where(eq(id, templateId))
  return rowCount === 1
}
