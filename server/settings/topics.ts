import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { defaultTopics } from '../../contracts/topics.ts'
import type { Queryable } from '../db/connect.ts'
import { settings } from '../db/schema/settings.ts'

const topicsKey = 'author_topics'

/** What authors are asked to write about; the specification's five where nothing is set (section 3). */
export async function listTopics(db: Queryable): Promise<string[]> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, topicsKey))
  return row ? z.array(z.string()).parse(row.value) : [...defaultTopics]
}

/** Replaces the list, trimmed and without repeats; an empty one brings the defaults back. */
export async function saveTopics(db: Queryable, given: string[]): Promise<string[]> {
  const topics = [...new Set(given.map((topic) => topic.trim()).filter((topic) => topic !== ''))]
  if (topics.length === 0) {
    await db.delete(settings).where(eq(settings.key, topicsKey))
    return [...defaultTopics]
  }
  await db
    .insert(settings)
    .values({ key: topicsKey, value: topics })
    .onConflictDoUpdate({ target: settings.key, set: { value: topics, updatedAt: sql`now()` } })
  return topics
}
