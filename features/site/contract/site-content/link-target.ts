import { localPath } from '../../../../core/contract/paths.ts'
import { isWebAddress, webAddressLength } from '../../../../core/contract/web-address.ts'

/** Link to a page of the office's own, by its id, so that the link follows when the page's address changes */
const pageLink = /^page:([1-9]\d{0,8})$/

export const linkToPage = (id: number) => `page:${id}`

/** The id of the page that a link names; undefined for any other link */
export function readPageLink(target: string): number | undefined {
  const id = pageLink.exec(target)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** True for links that a menu may have: paths of this site, own pages, and https, http, mailto, and tel addresses */
export function isLinkTarget(target: string): boolean {
  if (target.length > webAddressLength) return false
  if (target.startsWith('/')) return localPath(target, '') !== ''
  if (/^(mailto|tel):[\x21-\x7e]+$/i.test(target)) return true
  return pageLink.test(target) || isWebAddress(target)
}
