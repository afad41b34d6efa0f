import { sql } from 'drizzle-orm'
import { paths } from '../../../core/contract/paths.ts'
import type { MediaUses } from '../../manifest/feature.ts'
import { authorInvites } from '../schema.ts'

export const pictureUses: MediaUses = {
  async find(tx, pictureName) {
    const { name, photoUrl } = authorInvites
    const [author] = await tx
      .select({ name })
      .from(authorInvites)
      .where(sql`${photoUrl} like ${paths.media(pictureName, '%')}`)
      .limit(1)
    if (!author) return undefined
    const detail = `This is the photo of ${author.name ?? 'a guest author'}, so it can’t be deleted.`
    return { posts: [], detail }
  },
}
