import { z } from 'zod'
import { mediaLimits, pictureTypes } from '../../../contracts/media.ts'

const maxSide = 8000
const width = z.int().min(1).max(2000)

/** Facts of one picture in `media.json` */
const mediaFacts = z.strictObject({
  name: z.string().regex(/^[0-9a-f]{32}$/),
  originalName: z.string().min(1).max(mediaLimits.originalName),
  mime: z.enum(pictureTypes),
  bytes: z.int().nonnegative().max(2_147_483_647),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** Smallest first */
  widths: z.array(width).min(1).max(10),
  width,
  height: z.int().min(1).max(maxSide),
  alt: z.string().max(mediaLimits.alt),
  color: z.string().regex(/^#[0-9a-f]{6}$/),
  addedAt: z.iso.datetime(),
})
export type MediaFacts = Omit<z.infer<typeof mediaFacts>, 'mime'> & { mime: string }

export const mediaFile = z.array(mediaFacts).max(1_000_000)
