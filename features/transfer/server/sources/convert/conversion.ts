import { escapeHtml } from '../../../../../core/contract/escape-html.ts'
import { postLimits } from '../../../../posts/contract/posts.ts'
import type { Node } from '../../../../posts/server/rendering/blocks/html-tree.ts'
import type { ImportNote } from '../../../contract/imports.ts'
import type { ConvertedText, TextContext } from '../read-apart.ts'
import { countWords, enterAddress, listNames } from '../texts/note-words.ts'
import { plainText } from '../texts/plain-text.ts'
import { maxPictures } from './convert-limits.ts'

/** Inline elements around a block, such as a link around a heading */
export type Wrapper = { opening: string; closing: string }

/** How one text is converted, and the pictures, files, and notes that are found on the way */
export type Conversion = {
  context: TextContext
  /** True if line breaks of the source count, as in texts of WordPress's classic editor */
  keepsLines: boolean
  /** Number of levels by which headings become smaller, because the title of the page is the first level */
  headingShift: number
  pictures: { address: string; alt: string }[]
  files: ConvertedText['files']
  /** Names of headings in the source to which links within the text lead */
  parts: string[]
  /** Addresses that need a note: of files on the old site to which links lead or led, and of links that became text */
  noted: Record<'linkedFiles' | 'unlinkedFiles' | 'lostLinks', Set<string>>
  write(nodes: Node[], wrappers?: Wrapper[]): string
  /** Adds a note once. */
  note(detail: string): void
  /** All notes, with those about files at the end. Call it once. */
  finishNotes(): ImportNote[]
  excerpt?: string
}

const maxNotes = 50

export function createConversion(
  context: TextContext,
  writeBlocks: (conversion: Conversion, nodes: Node[], wrappers: Wrapper[]) => string,
): Conversion {
  const details = new Set<string>()
  const noted = {
    linkedFiles: new Set<string>(),
    unlinkedFiles: new Set<string>(),
    lostLinks: new Set<string>(),
  }
  const conversion: Conversion = {
    context,
    keepsLines: false,
    headingShift: 0,
    pictures: [],
    files: [],
    parts: [],
    noted,
    write: (nodes, wrappers = []) => writeBlocks(conversion, nodes, wrappers),
    note(detail) {
      details.add(detail)
    },
    finishNotes() {
      const all = [...describeLinks(noted), ...details]
      const more = all.length - maxNotes
      if (more > 0) all.splice(maxNotes, more, `There are ${countWords(more, 'more note')} about this text.`)
      return all.map((detail) => ({ about: context.title, detail }))
    },
  }
  return conversion
}

function describeLinks({ linkedFiles, unlinkedFiles, lostLinks }: Conversion['noted']): string[] {
  const details = [
    linkedFiles.size > 0 &&
      `It links to ${countFiles(linkedFiles)}. Move what you need before the old site ends.`,
    unlinkedFiles.size > 0 &&
      `It has no links to ${countFiles(unlinkedFiles)}, because the address of that site is unknown. ${enterAddress}`,
    lostLinks.size > 0 &&
      `These links became text, because a post can’t link there: ${listNames([...lostLinks], 5)}.`,
  ]
  return details.filter((detail) => detail !== false)
}

function countFiles(addresses: Set<string>): string {
  const [first = ''] = addresses
  const name = toLabel(first.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '')
  return addresses.size === 1
    ? `a file on the old site: ${name}`
    : `${countWords(addresses.size, 'file')} on the old site, such as ${name}`
}

/** Placeholder of a picture while the text is sanitized, which keeps only pictures of this site */
export const picturePlaceholder = (index: number) => `/media/import-${index}`
/** Placeholder of a paragraph for a file while the text is sanitized, in private-use characters */
export const filePlaceholder = (index: number) => `\uE000${index}\uE001`

/** Adds a picture, and returns its `img`. */
export function addPicture(conversion: Conversion, address: string, alt: string): string {
  const { pictures } = conversion
  const given = address.trim()
  if (given.startsWith('data:')) {
    conversion.note('A picture that was written into the text itself was left out. Add it by hand.')
    return ''
  }
  if (given === '') return ''
  if (given.length > 4000) {
    conversion.note('A picture whose address is too long was left out. Add it by hand.')
    return ''
  }
  if (pictures.length >= maxPictures) {
    conversion.note(`Only the first ${maxPictures} pictures were kept.`)
    return ''
  }
  pictures.push({ address: given, alt: plainText(alt, 500) })
  const index = pictures.length - 1
  return `<img src="${picturePlaceholder(index)}" alt="${escapeHtml(pictures[index]?.alt ?? '')}">`
}

/** Title of a file, at most as long as a caption */
export const toLabel = (text: string) => plainText(escapeHtml(text), postLimits.imageCaption)

/** Parts for members must not become public with the post around them. */
export function noteMemberParts(count: number, conversion: Conversion): void {
  conversion.note(
    `Left out, because only members could read them: ${countWords(count, 'part')}. Copy them by hand if everyone may read them.`,
  )
}
