import { z } from 'zod/mini'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { deleteSetting, readSetting, writeSetting } from '../../../../core/server/db/settings.ts'
import { defaultTopics } from '../../contract/topics.ts'

const topicsKey = 'author_topics'

/** Topics that authors are asked to write about. The defaults are the specification's five (section 3). */
export async function listTopics(db: Queryable): Promise<string[]> {
  return (await findTopics(db)) ?? [...defaultTopics]
}

/** The topics that an owner chose; undefined if none did */
export function findTopics(db: Queryable): Promise<string[] | undefined> {
  return readSetting(db, topicsKey, z.array(z.string()))
}

/** Replaces the list, trimmed and without duplicates. An empty list restores the defaults. */
export async function writeTopics(tx: Queryable, given: string[]): Promise<void> {
  const topics = [...new Set(given.map((topic) => topic.trim()).filter((topic) => topic !== ''))]
  await (topics.length === 0 ? deleteSetting(tx, topicsKey) : writeSetting(tx, topicsKey, topics))
}
