import type { ImportNote } from '../../../contract/imports.ts'
import { plainText } from './plain-text.ts'

/** End of notes about links that are not possible without the address of the old site */
export const enterAddress = 'To keep a link, enter the address of the old site before you start the import.'

/** The first of many names, and how many more there are */
export function listNames(names: string[], max = 20): string {
  const more = names.length - max
  return names.slice(0, max).join(', ') + (more > 0 ? `, and ${more.toLocaleString('en-US')} more` : '')
}

/** A number with its noun, such as `1 comment` and `2,000 comments` */
export const countWords = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** A note, if there is a reason for it */
export const noteIf = (isNeeded: boolean, about: string, detail: string): ImportNote[] =>
  isNeeded ? [{ about, detail }] : []

/** A note about a post that names another address as its original */
export const describeCanonical = (address: string) =>
  `It named ${plainText(address, 200)} as the original. Enter that as its source URL if it still applies.`
