import { postLimits } from '../contract/posts.ts'

/** `part`, repeated to the maximum length of a post */
export const full = (part: string) => part.repeat(Math.floor(postLimits.content / part.length))

const picture = `<img src="/media/a" srcset="${full('a 1w, ').slice(0, -100)}">`

/** HTML of the maximum length that is slow to sanitize */
export const megabytes = {
  entities: full('&amp;'),
  picture: `<p>a</p>${picture}`,
  pictureWithoutText: `<p></p>${picture}`,
}
