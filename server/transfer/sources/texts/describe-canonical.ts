import { plainText } from './plain-text.ts'

/** A note about a post that names another address as its original */
export const describeCanonical = (address: string) =>
  `It named ${plainText(address, 200)} as the original. Enter that as its source URL if it still applies.`
