import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { querySite, type Site } from '../../../tests/helpers/restartable-site.ts'
import { formats } from '../../media/server/store.ts'
import { sanitizerVersion } from '../../posts/server/rendering/sanitize.ts'

const widths = [480, 960, 1440]

/** Number of files that a picture has in the media store */
export const filesPerPicture = widths.length * formats.length

/** Fills a site with posts and pictures past the API, which would take long. `fileBytes` is the size of each file. */
export async function fillExportedSite(
  site: Site,
  { posts, pictures, fileBytes }: { posts: number; pictures: number; fileBytes: number },
): Promise<void> {
  await querySite(
    site,
    `insert into blog_posts (title, excerpt, content, author, author_type, tags, slug, is_published, published_at,
       first_published_at, sanitizer_version)
     select 'Post ' || n, 'e', '<p>' || repeat('Word &amp; ', 400) || '</p><ul><li><p>x</p></li></ul>', 'Ann', 'human',
       array['t' || n % 20], 'post-number-' || n, true, now() - n * interval '1 minute', now(), $2
     from generate_series(1, $1) as n`,
    [posts, sanitizerVersion],
  )
  await querySite(site, 'insert into post_slugs (slug, post_id) select slug, id from blog_posts')
  const bytes = randomBytes(fileBytes)
  for (let number = 1; number <= pictures; number++) {
    const name = number.toString(16).padStart(32, '0')
    const folder = join(site.folder, 'media', name)
    await mkdir(folder, { recursive: true })
    for (const width of widths)
      for (const { extension } of formats) await writeFile(join(folder, `${width}.${extension}`), bytes)
    await querySite(
      site,
      `insert into media (name, original_name, mime, bytes, widths, width, height, alt, color, ready_at)
       values ($1, 'a.jpg', 'image/jpeg', 1, $2, 1440, 960, '', '#123456', now())`,
      [name, widths],
    )
  }
}
