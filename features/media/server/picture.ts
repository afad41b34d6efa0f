import { socialCard } from '../../../core/contract/look/site-look.ts'
import type { Picture, SocialPicture } from '../contract/media.ts'
import { mediaPaths } from '../contract/media-paths.ts'

/** The columns that an `img` element is generated from */
export type PictureFacts = { name: string; widths: number[]; width: number; height: number; alt: string }

/** Display width of a picture in a post (`.post` in features/posts/web/blog/post.css). */
export const postSizes = '(min-width: 45rem) 42rem, 92vw'

/** Width for browsers without `srcset` */
const plainWidth = 960

/** The picture as social networks get it: the smallest stored size that fills a card */
export function toSocialPicture({ name, widths, width, height, alt }: PictureFacts): SocialPicture {
  const chosen = widths.find((candidate) => candidate >= socialCard.width) ?? width
  return {
    src: mediaPaths.mediaJpeg(name, chosen),
    width: chosen,
    height: Math.max(1, Math.round((height * chosen) / width)),
    alt,
  }
}

export function toPicture({ name, widths, width, height, alt }: PictureFacts): Picture {
  const plain = widths.findLast((candidate) => candidate <= plainWidth) ?? width
  return {
    src: mediaPaths.media(name, plain),
    srcset: widths.map((size) => `${mediaPaths.media(name, size)} ${size}w`).join(', '),
    width,
    height,
    alt,
  }
}
