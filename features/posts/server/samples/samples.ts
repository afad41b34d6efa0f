import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { and, inArray, isNotNull, isNull } from 'drizzle-orm'
import { z } from 'zod/mini'
import { defaultAuthor } from '../../../../core/contract/session.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { addSetting, readSetting, writeSetting } from '../../../../core/server/db/settings.ts'
import { addMedia } from '../../../media/server/media.ts'
import type { MediaStore } from '../../../media/server/store.ts'
import type { Post } from '../../contract/posts.ts'
import { blogPosts, postSlugs } from '../../schema.ts'
import { findPostById } from '../reading/find-post.ts'
import type { Editor } from '../writing/editor.ts'
import { savePost } from '../writing/save-post.ts'
import { restorePost, trashPost } from '../writing/trash.ts'
import { readSamplePosts, type SamplePost } from './sample-posts.ts'

/** Key of the setting that lists the sample posts of an empty site: their ids, and their versions before any edit */
const key = 'samples'
const sampleList = z.array(z.object({ id: z.number(), version: z.number() }))
type Samples = z.infer<typeof sampleList>

/** The user shown as the author of the sample posts' revisions. No account has the id 0. */
const seeder: Editor = { id: 0, username: defaultAuthor, role: 'owner' }

/**
 * Publishes the sample posts, but only once and only if the database has never had a post. Pictures take longer, so
 * `illustrateSamples` adds them while the server already responds.
 */
export async function seedSamples(db: Queryable): Promise<void> {
  await db.transaction(async (tx) => {
    // If several instances start together, only one claims the setting.
    const claimed = await addSetting(tx, key, [])
    const [post] = await tx.select({ slug: postSlugs.slug }).from(postSlugs).limit(1)
    if (!claimed || post) return
    // Loaded here because most starts do not need it.
    const { marked } = await import('marked')
    const samples: Samples = []
    for (const sample of (await readSamplePosts()).reverse()) {
      const content = await marked.parse(sample.markdown)
      const post = await save(tx, { ...toRequest(sample), content })
      samples.push({ id: post.id, version: post.version })
    }
    await writeSetting(tx, key, samples)
  })
}

function toRequest({ daysAgo, picture, pictureAlt, pictureFile, markdown, ...fields }: SamplePost) {
  const publishedAt = new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000).toISOString()
  return { ...fields, publishedAt, isPublished: true }
}

async function save(db: Queryable, call: Parameters<typeof savePost>[2]): Promise<Post> {
  const result = await savePost(db, seeder, call)
  if (result.outcome !== 'saved') throw new Error(`a sample post was not saved: ${JSON.stringify(result)}`)
  return result.post
}

/** Adds the missing pictures of untouched samples one by one, continuing where an earlier start stopped. */
export async function illustrateSamples(db: Queryable, store: MediaStore): Promise<void> {
  const unillustrated = (await listUntouched(db)).filter((sample) => sample.imageUrl === null)
  if (unillustrated.length === 0) return
  const samples = new Map((await readSamplePosts()).map((sample) => [sample.slug, sample]))
  for (const { id } of unillustrated) {
    const post = await findPostById(db, id)
    const sample = post && samples.get(post.slug)
    if (!sample) continue
    const picture = {
      bytes: await readFile(sample.pictureFile),
      alt: sample.pictureAlt,
      originalName: basename(sample.pictureFile),
    }
    const added = await addMedia(db, store, picture, null)
    if (added.outcome !== 'added') throw new Error(`a sample's picture was refused: ${added.detail}`)
    const { title, content, excerpt, version } = post
    const request = { id, version, title, content, excerpt, imageUrl: added.item.src }
    const { version: now } = await save(db, request)
    await setVersion(db, { id, version: now })
  }
}

async function setVersion(db: Queryable, changed: Samples[number]): Promise<void> {
  const samples = await readSamples(db)
  const value = samples.map((sample) => (sample.id === changed.id ? changed : sample))
  await writeSetting(db, key, value)
}

export async function countUntouchedSamples(db: Queryable): Promise<number> {
  return (await listUntouched(db)).length
}

/** Moves the samples that no one has changed to the trash. Returns their number. */
export async function removeUntouchedSamples(db: Queryable, editor: Editor): Promise<number> {
  const untouched = await listUntouched(db)
  for (const { id } of untouched) await trashPost(db, editor, id)
  return untouched.length
}

/** Restores the samples that `removeUntouchedSamples` has moved to the trash, unless they were changed since. */
export async function restoreRemovedSamples(db: Queryable, editor: Editor): Promise<number> {
  return db.transaction(async (tx) => {
    const removed = await listSamples(tx, 'removed')
    for (const { id } of removed) {
      const post = await restorePost(tx, editor, id)
      // The restored version counts as untouched.
      if (post) await setVersion(tx, { id, version: post.version })
    }
    return removed.length
  })
}

const listUntouched = (db: Queryable) => listSamples(db, 'untouched')

async function listSamples(db: Queryable, state: 'untouched' | 'removed') {
  const samples = await readSamples(db)
  if (samples.length === 0) return []
  const ids = samples.map((sample) => sample.id)
  const rows = await db
    .select({ id: blogPosts.id, version: blogPosts.version, imageUrl: blogPosts.imageUrl })
    .from(blogPosts)
    .where(
      and(
        inArray(blogPosts.id, ids),
        state === 'untouched' ? isNull(blogPosts.deletedAt) : isNotNull(blogPosts.deletedAt),
      ),
    )
  // Moving a post to the trash increments its version.
  const since = state === 'untouched' ? 0 : 1
  const versions = new Map(samples.map((sample) => [sample.id, sample.version + since]))
  return rows.filter((row) => versions.get(row.id) === row.version)
}

async function readSamples(db: Queryable): Promise<Samples> {
  return (await readSetting(db, key, sampleList)) ?? []
}
