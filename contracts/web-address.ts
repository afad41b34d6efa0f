/** Longest web address, in characters. */
export const webAddressLength = 2000

/**
 * Puts `https://` in front of an address that was typed without it: "calendly.com/grace". What may be something else (a
 * word, an email address, another scheme) stays as it is, and is refused with a message.
 */
export function completeWebAddress(text: string): string {
  return /^[^\s/:?#@]+\.[^\s/:?#@]+(:\d+)?([/?#]|$)/.test(text) ? `https://${text}` : text
}

/** Whether a text is a whole web address, like https://example.org/page. */
export function isWebAddress(text: string): boolean {
  return text.length <= webAddressLength && /^https?:\/\//i.test(text) && URL.canParse(text)
}
