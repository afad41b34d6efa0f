import type { Picture } from '../../contracts/media.ts'
import { paths } from '../../contracts/paths.ts'

/** What an `img` is made from. */
export type PictureFacts = { name: string; widths: number[]; width: number; height: number; alt: string }

/** Display width of a picture in a post (`.post` in web/blog/post.css). */
export const postSizes = '(min-width: 45rem) 42rem, 92vw'

/** For browsers that read no `srcset`. */
const plainWidth = 960

export function toPicture({ name, widths, width, height, alt }: PictureFacts): Picture {
  const plain = widths.findLast((one) => one <= plainWidth) ?? width
  return {
    src: paths.media(name, plain),
    srcset: widths.map((one) => `${paths.media(name, one)} ${one}w`).join(', '),
    width,
    height,
    alt,
  }
}
