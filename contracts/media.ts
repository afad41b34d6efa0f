import * as z from 'zod/mini'
import { pageQuery } from './paging.ts'

/** Maximum bytes of an upload, millions of pixels, and UTF-16 code units of the texts */
export const mediaLimits = {
  bytes: 25 * 1024 * 1024,
  megapixels: 50,
  alt: 500,
  caption: 500,
  originalName: 255,
} as const

/** Accepted types of an upload; the server checks the content, not the name */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const

export const mediaMessages = {
  tooLarge: 'This file is larger than 25 MB. Please resize it and try again.',
  unreadable: 'We can’t read this file as an image. Use JPEG, PNG, or WebP.',
  missing: 'This image is no longer in Media. Choose another one.',
} as const

/** Matches the start of a picture's URL up to its name. Postgres runs it, too (server/db/schema.ts). */
export const mediaAddressStart = '/media/([0-9a-f]{32})-'

/** The parts of a picture's URL; undefined for any other text. */
export function readMediaAddress(path: string): { name: string; width: number } | undefined {
  const [, name, width] = new RegExp(`^${mediaAddressStart}(\\d{1,4})$`).exec(path) ?? []
  return name === undefined ? undefined : { name, width: Number(width) }
}

/** The names of our own pictures in a post's HTML, repeated as often as they occur. */
export function findPictureNames(html: string): string[] {
  return [...html.matchAll(new RegExp(mediaAddressStart, 'g'))].map(([, name = '']) => name)
}

/** True if an `img` shows one of our own pictures, in any size */
export function isOwnPicture({ src = '', srcset = '' }: Record<string, string>): boolean {
  const own = /^\/media\/[\w./-]+$/
  const sources = srcset
    .split(',')
    .map((part) => part.trim().split(/\s+/)[0] ?? '')
    .filter((source) => source !== '')
  return [src, ...sources].every((source) => own.test(source) && !source.includes('..'))
}

/** A picture for an `img`; `width` and `height` belong to its largest size */
export const picture = z.object({
  src: z.string(),
  srcset: z.string(),
  width: z.number(),
  height: z.number(),
  /** Empty for a decorative picture */
  alt: z.string(),
})
export type Picture = z.infer<typeof picture>

/** An uploaded picture */
export const mediaItem = z.extend(picture, {
  id: z.number(),
  sizes: z.string(),
  /** Average color, `#rrggbb` */
  color: z.string(),
  originalName: z.string(),
  /** Bytes of the original upload */
  bytes: z.number(),
  createdAt: z.string(),
  /** Number of posts that use it, including drafts and the trash */
  uses: z.number(),
})
export type MediaItem = z.infer<typeof mediaItem>

export const mediaQuery = z.extend(pageQuery, {
  /** Part of the alternative text or the file name */
  q: z.optional(z.string().check(z.maxLength(200))),
})
export type MediaQuery = z.infer<typeof mediaQuery>

export const mediaChange = z.strictObject({ alt: z.string().check(z.maxLength(mediaLimits.alt)) })
