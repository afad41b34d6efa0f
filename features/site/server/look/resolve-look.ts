import { createHash } from 'node:crypto'
import { and, eq, isNotNull } from 'drizzle-orm'
import { isOriginalLook, type Look } from '../../../../core/contract/look/look.ts'
import { derivePalette } from '../../../../core/contract/look/palette.ts'
import type { SiteLook } from '../../../../core/contract/look/site-look.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { readMediaAddress } from '../../../media/contract/media.ts'
import { mediaPaths } from '../../../media/contract/media-paths.ts'
import { media } from '../../../media/schema/media.ts'

/** Height of the logo in a page's header in CSS pixels, and its largest width */
const logoBox = { height: 44, width: 220 }

/** Looks up what a look refers to. Returns undefined for the original look, which needs nothing. */
export async function resolveLook(db: Queryable, given: Look): Promise<SiteLook | undefined> {
  const picture = await findPicture(db, given.logo)
  // A logo that was deleted is shown as if none had been chosen.
  const look = picture ? given : { ...given, logo: '' }
  if (isOriginalLook(look)) return undefined
  const { mainColor, actionColor, fontPair, corners, logoPlate, showName } = look
  return {
    mainColor,
    actionColor,
    fontPair,
    corners,
    palette: derivePalette(look).palette,
    logo: picture && {
      src: mediaPaths.media(picture.name, picture.widths[0] ?? picture.width),
      ...fitIntoBox(picture),
      plate: logoPlate,
      hasName: showName,
    },
    logoFile: picture && {
      name: picture.name,
      width: picture.widths.find((width) => width >= 512) ?? picture.width,
    },
    version: hashText(JSON.stringify(look)).slice(0, 8),
  }
}

async function findPicture(db: Queryable, address: string) {
  const name = readMediaAddress(address)?.name
  if (name === undefined) return undefined
  const [row] = await db
    .select({ name: media.name, widths: media.widths, width: media.width, height: media.height })
    .from(media)
    .where(and(eq(media.name, name), isNotNull(media.readyAt)))
  return row
}

function fitIntoBox({ width, height }: { width: number; height: number }) {
  const scale = Math.min(logoBox.height / height, logoBox.width / width)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** SHA-256 in hex */
export const hashText = (text: string) => createHash('sha256').update(text).digest('hex')
