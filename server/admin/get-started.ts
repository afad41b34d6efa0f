import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { brand } from '../../content/brand.ts'
import { type GetStarted, type StartStep, startSteps } from '../../contracts/get-started.ts'
import { findPlaceholders, type Site } from '../../contracts/site.ts'
import type { Queryable } from '../db/connect.ts'
import { oneRow } from '../db/one-row.ts'
import { teamInvites, users } from '../db/schema/accounts.ts'
import { blogPosts } from '../db/schema/posts.ts'
import { siteSections } from '../db/schema/site-content.ts'
import { readSetting, writeSetting } from '../db/settings.ts'
import { countUntouchedSamples } from '../posts/samples/samples.ts'

const dismissedKey = 'get_started_dismissed'

type Facts = {
  site: Site
  /** The services that are connected now */
  connected: { mail: boolean; ai: boolean }
}

/** Which steps are done is computed from what the site has, so that nothing can disagree with it. */
export async function readGetStarted(db: Queryable, { site, connected }: Facts): Promise<GetStarted> {
  const [counts, samples, isDismissed] = await Promise.all([
    countChanges(db),
    countUntouchedSamples(db),
    readSetting(db, dismissedKey, z.boolean()),
  ])
  const placeholders = findPlaceholders(site)
  const isDone: Record<StartStep, boolean> = {
    organization: site.name !== brand.name && !placeholders.includes('contactEmail'),
    booking: !placeholders.includes('bookingUrl'),
    words: counts.words > 0,
    look: counts.look > 0,
    ...connected,
    colleague: counts.colleagues > 0,
    post: counts.posts > 0,
    samples: samples === 0,
  }
  return {
    steps: startSteps.map((step) => ({ step, isDone: isDone[step] })),
    placeholders,
    isDismissed: isDismissed ?? false,
  }
}

export async function dismissGetStarted(db: Queryable, isDismissed: boolean): Promise<void> {
  await writeSetting(db, dismissedKey, isDismissed)
}

async function countChanges(db: Queryable) {
  const count = sql<number>`count(*)::int`
  const published = isNotNull(siteSections.published)
  const own = and(
    eq(blogPosts.isPublished, true),
    isNull(blogPosts.deletedAt),
    isNotNull(blogPosts.createdBy),
  )
  const [words, look, members, invites, posts] = await Promise.all([
    db
      .select({ count })
      .from(siteSections)
      .where(and(published, ne(siteSections.section, 'look'))),
    db
      .select({ count })
      .from(siteSections)
      .where(and(published, eq(siteSections.section, 'look'))),
    db.select({ count }).from(users),
    db.select({ count }).from(teamInvites),
    db.select({ count }).from(blogPosts).where(own),
  ])
  const colleagues = oneRow(members).count - 1 + oneRow(invites).count
  return {
    words: oneRow(words).count,
    look: oneRow(look).count,
    colleagues,
    posts: oneRow(posts).count,
  }
}
