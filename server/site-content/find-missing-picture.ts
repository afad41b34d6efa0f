import { findPictureNames, readMediaAddress } from '../../contracts/media.ts'
import type { Queryable } from '../db/connect.ts'
import { lockPictures } from '../media/media.ts'

/**
 * Keeps the pictures of a section's value from being deleted until the transaction ends. Returns the path of the first
 * field with a picture that is no longer in Media and that the section did not have `before`.
 */
export async function findMissingPicture(
  tx: Queryable,
  value: unknown,
  before: unknown,
): Promise<string | undefined> {
  const inMedia = await lockPictures(tx, findPictureNames(JSON.stringify(value)))
  const kept = new Set(findPictureNames(JSON.stringify(before)))
  return findText(value, (text) => {
    const name = readMediaAddress(text)?.name
    return name !== undefined && !inMedia.has(name) && !kept.has(name)
  })?.join('.')
}

/** The path of the first matching text in a value */
function findText(value: unknown, matches: (text: string) => boolean): string[] | undefined {
  if (typeof value === 'string') return matches(value) ? [] : undefined
  for (const [name, inner] of Object.entries(value ?? {})) {
    const path = findText(inner, matches)
    if (path) return [name, ...path]
  }
  return undefined
}
