import type { Picture } from '../../../media/contract/media.ts'

/** Converts a picture to React's props for an `img`. */
export function toImage({ src, srcset, width, height, alt }: Picture) {
  return { src, srcSet: srcset, width, height, alt }
}
