import { and, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { addressOf } from '../../../posts/contract/post-kinds.ts'
import { blogPosts } from '../../../posts/schema.ts'
import { menuLimits } from '../../../site/contract/site-content/home-sections.ts'
import { isLinkTarget, linkToPage } from '../../../site/contract/site-content/link-target.ts'
import { menuSection } from '../../../site/server/site-content/own-sections.ts'
import { readSection, saveSection } from '../../../site/server/site-content/section-store.ts'
import type { ImportNote } from '../../contract/imports.ts'
import { redirects } from '../../schema.ts'
import type { EntryResult, ImportRun } from '../import-run.ts'
import { normalizeAddress } from '../redirects/redirect-address.ts'
import type { SourceLink, SourceMenu } from '../sources/source.ts'
import { cutText } from '../sources/texts/plain-text.ts'
import { isSameSite, rootOf } from '../sources/texts/post-fields.ts'
import { findItem, keepItem } from './items.ts'

/** The main menu of the old site becomes a draft of ours, if there is no draft yet. */
export async function storeMenu(
  tx: Queryable,
  { importId, editor, source }: ImportRun,
  menu: SourceMenu,
): Promise<EntryResult> {
  const { key, name } = menu
  if (await findItem(tx, key)) return { counts: { unchanged: 1 }, notes: [] }
  const { version, hasDraft, value } = await readSection(tx, menuSection)
  if (hasDraft) return leaveOut(menu, 'the menu already has a draft')
  const { kept, left } = chooseLinks(menu.links)
  const links: { id: string; label: string; to: string }[] = []
  for (const link of kept) {
    const to = await findTarget(tx, link.address, source.siteUrl)
    const id = `imported-${links.length + 1}`
    if (isLinkTarget(to)) links.push({ id, label: cutText(link.label.trim(), menuLimits.label), to })
    else left.push(link)
  }
  const draft = { ...(value as object), links }
  const saved = await saveSection(tx, editor, menuSection, { version, value: draft, isPublished: false })
  if (saved.outcome !== 'saved') return leaveOut(menu, 'it does not fit into ours')
  await keepItem(tx, { key, importId, kind: 'menu', version: String(saved.state.version) })
  const detail = 'This menu is a draft now. Look at it in Site > Header and menu, and publish it there.'
  return { counts: { menus: 1 }, notes: [{ about: name, detail }, ...noteLeft(menu, left)] }
}

function noteLeft({ name }: SourceMenu, left: SourceLink[]): ImportNote[] {
  if (left.length === 0) return []
  const room = `The header has room for ${menuLimits.links} links that lead to a page.`
  return [{ about: name, detail: `${room} These were left out: ${list(left)}` }]
}

/** If the header has too little room, the links of submenus are left out first. */
function chooseLinks(links: SourceLink[]): { kept: SourceLink[]; left: SourceLink[] } {
  const shown = links.length > menuLimits.links ? links.filter(({ isBelow }) => !isBelow) : links
  const kept = shown.slice(0, menuLimits.links)
  return { kept, left: links.filter((link) => !kept.includes(link)) }
}

const list = (links: SourceLink[]) => links.map(({ label, address }) => `${label} (${address})`).join(', ')

function leaveOut({ name, links }: SourceMenu, why: string) {
  return {
    counts: {},
    notes: [{ about: name, detail: `This menu was left out, because ${why}. Its links: ${list(links)}` }],
  }
}

/** Where an address of the old site is now. A page is named by its id, so that the link follows a new address. */
async function findTarget(tx: Queryable, address: string, siteUrl: string | undefined): Promise<string> {
  const path = toPath(address, siteUrl)
  if (path === undefined) return address
  const fromPath = normalizeAddress(path)
  if (fromPath === undefined || fromPath === rootOf(siteUrl)) return '/'
  const [row] = await tx
    .select({ to: redirects.to, id: blogPosts.id, kind: blogPosts.kind, slug: blogPosts.slug })
    .from(redirects)
    .leftJoin(blogPosts, eq(blogPosts.id, redirects.postId))
    .where(eq(redirects.fromPath, fromPath))
  if (row?.to) return row.to
  // A page whose old address is its address here has no redirect.
  const post = row?.id && row.kind && row.slug ? { id: row.id, kind: row.kind, slug: row.slug } : undefined
  const found = post ?? (await findPage(tx, fromPath))
  if (!found) return path
  return found.kind === 'page' ? linkToPage(found.id) : addressOf(found)
}

async function findPage(tx: Queryable, path: string) {
  const { id, kind, slug, deletedAt } = blogPosts
  const [page] = await tx
    .select({ id, kind, slug })
    .from(blogPosts)
    .where(and(eq(kind, 'page'), eq(slug, path.slice(1)), isNull(deletedAt)))
  return page
}

/** Path and query of an address on the old site; undefined for other sites */
function toPath(address: string, siteUrl: string | undefined): string | undefined {
  if (/^\/(?![/\\])/.test(address)) return address
  if (siteUrl === undefined || !URL.canParse(address)) return undefined
  const url = new URL(address)
  return isSameSite(url, new URL(siteUrl)) ? url.pathname + url.search : undefined
}
