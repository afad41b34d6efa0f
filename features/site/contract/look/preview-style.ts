import { type Look, lookFields } from '../../../../core/contract/look/look.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { schemaOf } from '../site-content/schema.ts'

const { mainColor, actionColor, fontPair, corners } = lookFields

/** The query of the style sheet of a look that is not public yet: all that a style sheet depends on */
export const previewStyleQuery = schemaOf({ mainColor, actionColor, fontPair, corners })

type Styled = Pick<Look, 'mainColor' | 'actionColor' | 'fontPair' | 'corners'>

export function lookPreviewPath({ mainColor, actionColor, fontPair, corners }: Styled): string {
  return `${paths.api.lookPreviewStyle}?${new URLSearchParams({ mainColor, actionColor, fontPair, corners })}`
}
