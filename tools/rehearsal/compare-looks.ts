import type { SeenPage } from './browse.ts'
import { broken, changed, type Difference } from './findings.ts'
import { describeTextDifference } from './page-text.ts'

/** Share of differing pixels above which a page looks different */
const visibleShare = 0.01
/** Width in pixels at which screenshots are compared, so that the smoothing of letters does not count */
const comparedWidth = 480
const visibleStep = 24

export async function compareLooks(current: SeenPage, next: SeenPage): Promise<Difference[]> {
  const known = new Set(current.errors)
  const differences = next.errors.filter((error) => !known.has(error)).map(broken)
  if (current.text !== '' && next.text === '') return [...differences, broken('shows no text in a browser')]
  const text = describeTextDifference(current.text, next.text)
  if (text) differences.push(changed(`in a browser: ${text}`))
  const share = await compareScreenshots(current.screenshot, next.screenshot)
  if (share > visibleShare)
    differences.push(changed(`looks different in ${Math.ceil(share * 100)} % of its picture`))
  return differences
}

/** Share of the pixels that differ. Only the part that both pictures have is compared. */
async function compareScreenshots(current: Uint8Array, next: Uint8Array): Promise<number> {
  const { default: sharp } = await import('sharp')
  const read = (picture: Uint8Array) =>
    sharp(picture).resize({ width: comparedWidth }).greyscale().raw().toBuffer()
  const [before, after] = await Promise.all([read(current), read(next)])
  const length = Math.min(before.length, after.length)
  let differing = Math.abs(before.length - after.length)
  for (let index = 0; index < length; index++)
    if (Math.abs((before[index] ?? 0) - (after[index] ?? 0)) > visibleStep) differing++
  return differing / Math.max(before.length, after.length)
}
