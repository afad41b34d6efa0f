import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type GetStarted, type StartStep, startSteps } from '../../../core/contract/get-started.ts'
import type { Site } from '../../../core/contract/site.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { readSetting, writeSetting } from '../../../core/server/db/settings.ts'
import { brand } from '../../../core/words/brand.ts'
import { teamInvites, users } from '../../../features/accounts/schema/accounts.ts'
import { blogPosts } from '../../../features/posts/schema.ts'
import { countUntouchedSamples } from '../../../features/posts/server/samples/samples.ts'
import { isShownOnHome } from '../../../features/site/contract/site-content/home-parts.ts'
import { findPlaceholders } from '../../../features/site/contract/site-content/placeholders.ts'
import { siteSections as ownSections } from '../../../features/site/contract/site-content/sections.ts'
import { siteSections } from '../../../features/site/schema/site-content.ts'

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
  const wordsLeft = ownWords.filter(
    (section) => !counts.changed.includes(section) && !isHidden(site, section),
  )
  const isDone: Record<StartStep, boolean> = {
    organization: site.name !== brand.name && !placeholders.includes('contactEmail'),
    booking: !placeholders.includes('bookingUrl'),
    words: wordsLeft.length === 0,
    look: counts.changed.includes('look'),
    ...connected,
    colleague: counts.colleagues > 0,
    post: counts.posts > 0,
    samples: samples === 0,
  }
  return {
    steps: startSteps.map((step) => ({ step, isDone: isDone[step] })),
    wordsLeft: ownSections.flatMap(({ id, title }) => (wordsLeft.includes(id) ? { section: id, title } : [])),
    placeholders,
    isDismissed: isDismissed ?? false,
  }
}

/** Sections that say something about the office, so someone has to change, confirm, or hide each */
const ownWords = ['hero', 'services', 'appDevelopment', 'stats', 'apps', 'onSiteTraining', 'footer']

const isHidden = (site: Site, section: string) =>
  site.content.homeLayout.sections.some(({ part }) => part === section) && !isShownOnHome(site, section)

export async function dismissGetStarted(db: Queryable, isDismissed: boolean): Promise<void> {
  await writeSetting(db, dismissedKey, isDismissed)
}

async function countChanges(db: Queryable) {
  const own = and(
    eq(blogPosts.kind, 'post'),
    eq(blogPosts.isPublished, true),
    isNull(blogPosts.deletedAt),
    isNotNull(blogPosts.createdBy),
  )
  const [sections, members, invites, posts] = await Promise.all([
    db.select({ section: siteSections.section }).from(siteSections).where(isNotNull(siteSections.published)),
    db.$count(users),
    db.$count(teamInvites),
    db.$count(blogPosts, own),
  ])
  return { changed: sections.map(({ section }) => section), colleagues: members - 1 + invites, posts }
}
