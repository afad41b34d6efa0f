import { Readable } from 'node:stream'
import sharp from 'sharp'
import { type WordpressItem, wordpressSite } from './wordpress-export.ts'
import type { FileOfZip } from './zip.ts'

/** Path of a picture in WordPress's folder of uploads */
const pathOf = (id: number) => `2024/05/picture-${id}.jpg`

/**
 * `posts` published posts with a picture each, taking turns if there are fewer pictures than posts, and the attachments
 * of the pictures. For `writeWordpressExport`.
 */
export function* manyPosts({
  posts,
  pictures,
}: {
  posts: number
  pictures: number
}): Generator<WordpressItem> {
  for (let id = 1; id <= pictures; id++)
    yield {
      id: 1_000_000 + id,
      type: 'attachment',
      status: 'inherit',
      title: `picture-${id}`,
      attachmentUrl: `${wordpressSite}/wp-content/uploads/${pathOf(id)}`,
      meta: { _wp_attached_file: pathOf(id), _wp_attachment_image_alt: `Picture ${id}` },
    }
  for (let id = 1; id <= posts; id++) {
    const source = `${wordpressSite}/wp-content/uploads/${pathOf((id % pictures) + 1)}`
    yield {
      id,
      title: `Post number ${id}`,
      slug: `post-number-${id}`,
      date: new Date(Date.UTC(2020, 0, 1) + id * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
      content: `<!-- wp:paragraph -->\n<p>Paragraph one of post ${id}, with <strong>bold</strong> text and a <a href="${wordpressSite}/2024/05/post-number-${Math.max(1, id - 1)}/">link</a>.</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:image {"id":${1_000_000 + id}} -->\n<figure class="wp-block-image size-large"><img src="${source}" alt="Picture of post ${id}" class="wp-image-${id}"/><figcaption class="wp-element-caption">Caption ${id}</figcaption></figure>\n<!-- /wp:image -->\n\n<!-- wp:heading -->\n<h2 class="wp-block-heading">Heading</h2>\n<!-- /wp:heading -->\n\n${paragraphs}`,
      terms: [
        { domain: 'category', slug: 'news', name: 'News' },
        { domain: 'post_tag', slug: `tag-${id % 30}`, name: `Tag ${id % 30}` },
      ],
      meta: pictures > 0 ? { _thumbnail_id: String(1_000_000 + (id % pictures) + 1) } : {},
    }
  }
}

const paragraphs = Array.from(
  { length: 12 },
  (_, index) =>
    `<!-- wp:paragraph -->\n<p>${`Sentence ${index} has a few words, as most sentences do. `.repeat(8)}</p>\n<!-- /wp:paragraph -->`,
).join('\n\n')

/**
 * The zip entries of the uploads folder that `manyPosts` names. Each picture is a real JPEG of about `bytes` bytes, and
 * all are different. For `writeZip`.
 */
export async function* manyPictures({
  pictures,
  bytes,
}: {
  pictures: number
  bytes: number
}): AsyncGenerator<FileOfZip> {
  for (let id = 1; id <= pictures; id++) {
    const color = { r: id % 256, g: (id >> 8) % 256, b: 120 }
    const picture = await sharp({ create: { width: 1200, height: 800, channels: 3, background: color } })
      .jpeg()
      .toBuffer()
    // Decoders ignore what follows the end of a JPEG.
    const padding = Buffer.alloc(Math.max(0, bytes - picture.length), id % 251)
    yield {
      path: `wp-content/uploads/${pathOf(id)}`,
      content: () => Readable.from([picture, padding], { objectMode: false }),
      compress: false,
    }
  }
}
