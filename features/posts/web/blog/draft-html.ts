import { showBlocks } from '../block-html.ts'
import { showFileLinks } from './file-link.ts'

/** Converts the stored HTML of a draft for those who read it before it is public, with blocks as on the public page. */
export const toDraftHtml = (html: string): string =>
  showFileLinks(
    showBlocks(html, () => false),
    '',
  )
