/** Text for an XML 1.0 document: escaped, without the characters that XML cannot hold. */
export function xmlText(text: string): string {
  return (
    text
      // https://www.w3.org/TR/xml/#charsets
      // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those have to go
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  )
}
