import { desc, eq, notInArray, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { FontPair, Look } from '../../../../core/contract/look/look.ts'
import { writeLookStyle } from '../../../../core/contract/look/look-style.ts'
import { derivePalette } from '../../../../core/contract/look/palette.ts'
import type { SiteLook } from '../../../../core/contract/look/site-look.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { type Database, isDatabaseAway } from '../../../../core/server/db/connect.ts'
import type { LookLinks } from '../../../../core/web/document.tsx'
import { lookStyles } from '../../schema/site-content.ts'
import { hashText } from './resolve-look.ts'

/** The built files of a pair of typefaces */
export type FontPairFiles = {
  /** Its style sheet; empty for the original pair, which the style sheet of each page has */
  css: string
  /** URLs of the fonts that pages preload */
  fonts: string[]
}
export type FontFiles = Record<FontPair, FontPairFiles>

/** Max number of style sheets that are kept. One has about 4 kB. */
const maxStyles = 50

export type LookStyles = ReturnType<typeof createLookStyles>

export function createLookStyles(db: Database, files: FontFiles) {
  const composed = new LRUCache<string, { css: string; hash: string }>({ max: maxStyles })
  const known = new LRUCache<string, string>({ max: maxStyles })
  const stored = new LRUCache<string, Promise<void>>({ max: maxStyles })

  /** Other instances find the style sheet in the database, so it is there before the first page that refers to it. */
  async function storeOnce(hash: string, css: string): Promise<void> {
    const storing = stored.get(hash) ?? storeStyle(db, hash, css)
    stored.set(hash, storing)
    await storing.catch((error: unknown) => {
      stored.delete(hash)
      if (!isDatabaseAway(error)) throw error
    })
  }

  return {
    /** Returns the links for a page, and stores the style sheet if no process has done that yet. */
    async linksOf(look: SiteLook): Promise<LookLinks> {
      const { fonts } = files[look.fontPair]
      if (look.draftStyle !== undefined) return { style: look.draftStyle, fonts }
      const { css, hash } = composed.get(look.version) ?? composeStyle(look, files)
      composed.set(look.version, { css, hash })
      if (css === '') return { style: undefined, fonts }
      known.set(hash, css)
      await storeOnce(hash, css)
      return { style: paths.lookStyle(hash), fonts }
    },
    /** Returns the style sheet with a hash if it is known. */
    async find(hash: string): Promise<string | undefined> {
      const css = known.get(hash)
      if (css !== undefined) return css
      const [row] = await db.select({ css: lookStyles.css }).from(lookStyles).where(eq(lookStyles.hash, hash))
      if (row) known.set(hash, row.css)
      return row?.css
    },
    /** Returns the style sheet of a look that is not public. */
    compose: (look: Pick<Look, 'mainColor' | 'actionColor' | 'fontPair' | 'corners'>) =>
      composeStyle({ ...look, palette: derivePalette(look).palette }, files).css,
  }
}

async function storeStyle(db: Database, hash: string, css: string): Promise<void> {
  await db
    .insert(lookStyles)
    .values({ hash, css })
    .onConflictDoUpdate({ target: lookStyles.hash, set: { usedAt: sql`now()` } })
  const newest = db
    .select({ hash: lookStyles.hash })
    .from(lookStyles)
    .orderBy(desc(lookStyles.usedAt))
    .limit(maxStyles)
  await db.delete(lookStyles).where(notInArray(lookStyles.hash, newest))
}

/** The style sheet of a look: the fonts of its pair, then the tokens that differ from the original ones */
export function composeStyle(look: Pick<SiteLook, 'fontPair' | 'corners' | 'palette'>, files: FontFiles) {
  const css = files[look.fontPair].css + writeLookStyle(look)
  return { css, hash: hashText(css).slice(0, 16) }
}
