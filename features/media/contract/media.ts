import * as z from 'zod/mini'
import { endpoint, rowEndpoint } from '../../../core/contract/endpoint.ts'
import { searchQuery } from '../../../core/contract/paging.ts'
import { may, type Role } from '../../../core/contract/roles.ts'

export const postKind = { name: 'post', label: 'Posts and media', order: 5 }

/** `bytes` limits an upload, `megapixels` the decoded picture; the other limits are lengths in UTF-16 code units */
export const mediaLimits = {
  bytes: 25 * 1024 * 1024,
  megapixels: 50,
  alt: 500,
  caption: 500,
  originalName: 255,
} as const

/** Accepted uploads. The server checks the content, not the name. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const

export const mediaMessages = {
  tooLarge: 'This file is larger than 25 MB. Please resize it and try again.',
  unreadable: 'We can’t read this file as an image. Use JPEG, PNG, or WebP.',
  missing: 'This image is no longer in Media. Choose another one.',
} as const

/**
 * Pattern of the start of a picture's URL, up to and including its name. Postgres uses it, too
 * (features/posts/schema.ts).
 */
export const mediaAddressStart = '/media/([0-9a-f]{32})-'

/** Parses a picture's URL; undefined if the text is not one. */
export function readMediaAddress(path: string): { name: string; width: number } | undefined {
  const [, name, width] = new RegExp(`^${mediaAddressStart}(\\d{1,4})$`).exec(path) ?? []
  return name === undefined ? undefined : { name, width: Number(width) }
}

/** The names of all uploaded pictures in a post's HTML. A name that occurs twice is returned twice. */
export function findPictureNames(html: string): string[] {
  return [...html.matchAll(new RegExp(mediaAddressStart, 'g'))].map(([, name = '']) => name)
}

/** True if every source of an `img` is a picture of this site and not an external one */
export function isOwnPicture({ src = '', srcset = '' }: Record<string, string>): boolean {
  const own = /^\/media\/[\w./-]+$/
  const sources = srcset
    .split(',')
    .map((part) => part.trim().split(/\s+/)[0] ?? '')
    .filter((source) => source !== '')
  return [src, ...sources].every((source) => own.test(source) && !source.includes('..'))
}

/** Attributes of an `img`; `width` and `height` are those of the largest size */
export const picture = z.object({
  src: z.string(),
  srcset: z.string(),
  width: z.number(),
  height: z.number(),
  /** Empty for a decorative picture. */
  alt: z.string(),
})
export type Picture = z.infer<typeof picture>

/** A picture for social networks. `src` is a JPEG for every client. */
export const socialPicture = z.omit(picture, { srcset: true })
export type SocialPicture = z.infer<typeof socialPicture>

/** An uploaded picture or file */
export const storedUpload = z.object({
  id: z.number(),
  originalName: z.string(),
  /** Size of the original upload */
  bytes: z.number(),
  createdAt: z.string(),
  /** Number of posts that show it or link to it, including drafts, without those in the trash */
  uses: z.number(),
  /** True if a post that is or was public shows it or links to it, also one in the trash */
  isInPublicPost: z.boolean(),
})

export const mediaItem = z.extend(picture, {
  ...storedUpload.shape,
  sizes: z.string(),
  /** Average color, `#rrggbb` */
  color: z.string(),
})
export type MediaItem = z.infer<typeof mediaItem>

/** Why this user may not change or delete the picture or file, which changes what readers see; undefined if they may */
export function mediaRefusal(
  what: 'image' | 'file',
  user: { role: Role },
  { isInPublicPost }: Pick<MediaItem, 'isInPublicPost'>,
): string | undefined {
  if (may(user, 'publish') || !isInPublicPost) return undefined
  return `This ${what} is in a post or page that is or was public, so only editors and owners can change it. Ask one of them.`
}

export const mediaList = endpoint('GET', '/api/media', {
  summary: 'List images, newest first',
  description: '`q` is part of the alt text or of the file name.',
  query: searchQuery,
  response: z.array(mediaItem),
})

export const mediaUpload = endpoint('POST', '/api/media', {
  summary: 'Upload an image',
  description:
    'multipart/form-data with the field `file`, a JPEG, PNG, WebP, GIF, or AVIF of up to 25 MB, and `alt`. The response has what an `img` element needs.',
  response: { 201: mediaItem },
})

export const mediaChange = z.strictObject({ alt: z.string().check(z.maxLength(mediaLimits.alt)) })

export const mediaUpdate = rowEndpoint('PUT', '/api/media/:id', {
  summary: 'Change the alt text of an image',
  body: mediaChange,
  response: mediaItem,
})

export const mediaDelete = rowEndpoint('DELETE', '/api/media/:id', {
  summary: 'Delete an image',
  description: 'Responds 409 with the `posts` that use it, if there are any.',
})
