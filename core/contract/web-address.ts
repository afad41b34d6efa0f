/** Maximum characters of a web address */
export const webAddressLength = 2000

/**
 * Adds `https://` to a URL that was typed without it, such as "calendly.com/grace". Text that may be something else (a
 * word, an email address, another scheme) stays unchanged, so that validation refuses it with a message.
 */
export function completeWebAddress(text: string): string {
  // The dot is looked for afterwards: as a part of the pattern, it would take seconds in a long text with many dots.
  const [, host = ''] = /^([^\s/:?#@]+)(?::\d+)?(?:[/?#]|$)/.exec(text) ?? []
  return host.slice(1, -1).includes('.') ? `https://${text}` : text
}

/** True if a text is a complete URL such as https://example.org/page */
export function isWebAddress(text: string): boolean {
  return text.length <= webAddressLength && /^https?:\/\//i.test(text) && URL.canParse(text)
}
