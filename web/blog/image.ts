import type { Picture } from '../../contracts/media.ts'

/** A picture as React spells an `img`. */
export function toImage({ src, srcset, width, height, alt }: Picture) {
  return { src, srcSet: srcset, width, height, alt }
}
