import { eq } from 'drizzle-orm'
import type { ImportNote } from '../../../contracts/imports.ts'
import { addressOf } from '../../../contracts/post-kinds.ts'
import { linkToPage } from '../../../contracts/site-content/link-target.ts'
import type { Queryable } from '../../db/connect.ts'
import { blogPosts } from '../../db/schema/posts.ts'
import { redirects } from '../../db/schema/transfer.ts'
import { normalizeAddress } from '../../redirects/redirect-address.ts'
import { readSection, saveSection } from '../../site-content/section-store.ts'
import type { EntryHandler, ImportRun } from '../import-run.ts'
import type { SourceMenu } from '../sources/source.ts'
import { findItem, keepItem } from './items.ts'

/** The main menu of the old site becomes a draft of ours, if it fits and there is no draft yet. */
export const menuHandler: EntryHandler<SourceMenu> = async (run, menu) => (tx) => storeMenu(tx, run, menu)

const keyOf = ({ source }: ImportRun, { name }: SourceMenu) =>
  `${source.format}:${source.siteUrl ?? ''}:menu:${name}`

async function storeMenu(tx: Queryable, run: ImportRun, menu: SourceMenu) {
  const key = keyOf(run, menu)
  if (await findItem(tx, key)) return { counts: { unchanged: 1 }, notes: [] }
  const { version, hasDraft, value } = await readSection(tx, 'menu')
  if (hasDraft) return leaveOut(menu, 'the menu already has a draft')
  const links = []
  for (const { label, address } of menu.links)
    links.push({ label: label.trim(), to: await findTarget(tx, address, run.source.siteUrl) })
  const draft = { ...(value as object), links }
  const saved = await saveSection(tx, run.editor, 'menu', { version, value: draft, isPublished: false })
  if (saved.outcome !== 'saved') return leaveOut(menu, 'it does not fit into ours')
  const { importId } = run
  await keepItem(tx, { key, importId, kind: 'menu', version: String(saved.state.version) })
  const note: ImportNote = {
    about: menu.name,
    detail: 'This menu is a draft now. Look at it in Site > Header and menu, and publish it there.',
  }
  return { counts: { menus: 1 }, notes: [note] }
}

function leaveOut({ name, links }: SourceMenu, why: string) {
  const list = links.map(({ label, address }) => `${label} (${address})`).join(', ')
  return {
    counts: {},
    notes: [{ about: name, detail: `This menu was left out, because ${why}. Its links: ${list}` }],
  }
}

/** Where an address of the old site is now */
async function findTarget(tx: Queryable, address: string, siteUrl: string | undefined): Promise<string> {
  const path = toPath(address, siteUrl)
  if (path === undefined) return address
  const fromPath = normalizeAddress(path)
  if (fromPath === undefined) return '/'
  const [post] = await tx
    .select({ id: blogPosts.id, kind: blogPosts.kind, slug: blogPosts.slug })
    .from(redirects)
    .innerJoin(blogPosts, eq(blogPosts.id, redirects.postId))
    .where(eq(redirects.fromPath, fromPath))
  if (!post) return path
  return post.kind === 'page' ? linkToPage(post.id) : addressOf(post)
}

/** Path and query of an address on the old site; undefined for other sites */
function toPath(address: string, siteUrl: string | undefined): string | undefined {
  if (/^\/(?![/\\])/.test(address)) return address
  if (siteUrl === undefined || !URL.canParse(address)) return undefined
  const url = new URL(address)
  return url.host === new URL(siteUrl).host ? url.pathname + url.search : undefined
}
