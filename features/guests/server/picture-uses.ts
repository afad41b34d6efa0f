import { sql } from 'drizzle-orm'
import type { MediaUses } from '../../manifest/feature.ts'
import { mediaPaths } from '../../media/contract/media-paths.ts'
import { authorInvites } from '../schema.ts'

export const pictureUses: MediaUses = {
  async find(tx, pictureName) {
    const { name, photoUrl } = authorInvites
    const [author] = await tx
      .select({ name })
      .from(authorInvites)
      .where(sql`${photoUrl} like ${mediaPaths.media(pictureName, '%')}`)
      .limit(1)
    if (!author) return undefined
    const detail = `This is the photo of ${author.name ?? 'a guest author'}, so it can’t be deleted.`
    return { posts: [], detail }
  },
}
