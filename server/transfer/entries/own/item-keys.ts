import { and, eq, inArray } from 'drizzle-orm'
import { findFileNames } from '../../../../contracts/files.ts'
import { findPictureNames } from '../../../../contracts/media.ts'
import type { PostKind } from '../../../../contracts/post-kinds.ts'
import type { Queryable } from '../../../db/connect.ts'
import { files } from '../../../db/schema/files.ts'
import { media } from '../../../db/schema/media.ts'
import { blogPosts } from '../../../db/schema/posts.ts'
import { importItems } from '../../../db/schema/transfer.ts'
import type { ApartSource } from '../../sources/source.ts'

// Keys of the parts of an export (`import_items`). Names of pictures and files are random, so no other site has them.

export const pictureKey = (name: string) => `everyday-ai:picture:${name}`
export const fileKey = (name: string) => `everyday-ai:file:${name}`
export const textKey = ({ siteUrl }: ApartSource, kind: PostKind, slug: string) =>
  `everyday-ai:${siteUrl}:${kind}:${slug}`
export const partKey = ({ siteUrl }: ApartSource, part: string) => `everyday-ai:${siteUrl}:${part}`

/** Points a text, or any JSON, to pictures and files that got another name here, because theirs was taken. */
export async function toNamesHere(db: Queryable, text: string): Promise<string> {
  const names = new Map([
    ...(await findNewNames(db, findPictureNames(text), findPictures)),
    ...(await findNewNames(db, findFileNames(text), findFiles)),
  ])
  if (names.size === 0) return text
  return text.replaceAll(
    /\/(media|files)\/([0-9a-f]{32})(?=[-/])/g,
    (_, folder: string, name: string) => `/${folder}/${names.get(name) ?? name}`,
  )
}

type FindByKeys = (db: Queryable, keys: string[]) => Promise<{ key: string; name: string }[]>

async function findNewNames(db: Queryable, names: string[], find: FindByKeys): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const keyOf = find === findPictures ? pictureKey : fileKey
  const oldNames = new Map(names.map((name) => [keyOf(name), name]))
  const found = await find(db, [...oldNames.keys()])
  return new Map(found.map(({ key, name }) => [oldNames.get(key) ?? '', name]))
}

const findPictures: FindByKeys = (db, keys) =>
  db
    .select({ key: importItems.key, name: media.name })
    .from(importItems)
    .innerJoin(media, eq(media.id, importItems.mediaId))
    .where(inArray(importItems.key, keys))

const findFiles: FindByKeys = (db, keys) =>
  db
    .select({ key: importItems.key, name: files.name })
    .from(importItems)
    .innerJoin(files, eq(files.id, importItems.rowId))
    .where(and(inArray(importItems.key, keys), eq(importItems.kind, 'file')))

/** The post or page that an import made of a text, or that has its address here */
export async function findTextHere(
  db: Queryable,
  source: ApartSource,
  kind: PostKind,
  slug: string,
): Promise<number | undefined> {
  const [item] = await db
    .select({ id: importItems.postId })
    .from(importItems)
    .where(eq(importItems.key, textKey(source, kind, slug)))
  if (item?.id != null) return item.id
  const [post] = await db
    .select({ id: blogPosts.id })
    .from(blogPosts)
    .where(and(eq(blogPosts.kind, kind), eq(blogPosts.slug, slug)))
  return post?.id
}
