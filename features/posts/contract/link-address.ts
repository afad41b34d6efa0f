import { linkProtocols } from './posts.ts'

/** True for an address that a link may have: of a web page, an email address, or a phone number */
export function isLinkAddress(address: string): boolean {
  return new RegExp(`^(${linkProtocols.join('|')}):\\S+$`, 'i').test(address)
}

/** True for a link within this site. Users enter one only for a button; in a text, those from imported Markdown are kept. */
export function isOwnAddress(address: string): boolean {
  return /^([/?](?![/\\])|#)\S*$/.test(address)
}
