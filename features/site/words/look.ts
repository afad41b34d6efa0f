import { type Look, originalLook } from '../../../core/contract/look/look.ts'

/** Colors, typefaces, corners, and logo of the site until an editor changes them in Site > Look */
export const look: Look = originalLook
