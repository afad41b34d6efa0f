import type { Site } from '../../../../core/contract/site.ts'

export const xmlHead = '<?xml version="1.0" encoding="utf-8"?>\n'

/** The full URL of a path, escaped. */
export const xmlUrl = (path: string, site: Site) => xmlText(new URL(path, site.publicUrl).href)

/** Escapes text for XML 1.0 and removes the characters that XML can't hold. */
export function xmlText(text: string): string {
  return (
    text
      // https://www.w3.org/TR/xml/#charsets
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed on purpose
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  )
}
