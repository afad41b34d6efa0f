import { readFileSync } from 'node:fs'
import { z } from 'zod'

const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')

/** The version of this release, from package.json. */
export const { version } = z.object({ version: z.string() }).parse(JSON.parse(file))
