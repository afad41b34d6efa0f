/** Longest web address, in characters. */
export const webAddressLength = 2000

/** Whether a text is a whole web address, like https://example.org/page. */
export function isWebAddress(text: string): boolean {
  return text.length <= webAddressLength && /^https?:\/\//i.test(text) && URL.canParse(text)
}
