/** Maximum characters of a web address */
export const webAddressLength = 2000

/**
 * Adds `https://` to an address that was typed without it: "calendly.com/grace". Anything that may be something else (a
 * word, an email address, another scheme) stays the same, so that validation refuses it with a message.
 */
export function completeWebAddress(text: string): string {
  return /^[^\s/:?#@]+\.[^\s/:?#@]+(:\d+)?([/?#]|$)/.test(text) ? `https://${text}` : text
}

/** True if a text is a complete URL such as https://example.org/page */
export function isWebAddress(text: string): boolean {
  return text.length <= webAddressLength && /^https?:\/\//i.test(text) && URL.canParse(text)
}
