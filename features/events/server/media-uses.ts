import { desc, sql } from 'drizzle-orm'
import type { MediaUses } from '../../manifest/feature.ts'
import { events } from '../schema.ts'

/** @param start beginning of the addresses in the text and of the picture, up to the name */
const usesOf = (start: string, what: 'image' | 'file'): MediaUses => {
  const shows = (name: unknown) =>
    sql`strpos(${events.content} || ' ' || ${events.picture}, ${start} || ${name}) > 0`
  return {
    list: sql`select name, true as counts, ${events.publishedAt} is not null as is_public
      from wanted join ${events} on ${shows(sql`name`)}`,
    async find(tx, name) {
      const [event] = await tx
        .select({ title: events.title })
        .from(events)
        .where(shows(name))
        .orderBy(desc(events.id))
        .limit(1)
      const detail = `This ${what} is used in the public date “${event?.title}”. Remove it there first.`
      return event && { posts: [], detail }
    },
  }
}

export const mediaUses = { pictures: usesOf('/media/', 'image'), files: usesOf('/files/', 'file') }
