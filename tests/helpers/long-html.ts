import { postLimits } from '../../contracts/posts.ts'

/** As much of `part` as a post can hold */
export const full = (part: string) => part.repeat(Math.floor(postLimits.content / part.length))

const picture = `<img src="/media/a" srcset="${full('a 1w, ').slice(0, -100)}">`

/** HTML as long as it may be, which takes long to clean */
export const megabytes = {
  entities: full('&amp;'),
  picture: `<p>a</p>${picture}`,
  pictureWithoutText: `<p></p>${picture}`,
}
