import { useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../../../core/web/api.ts'
import { schemaOf } from '../../contract/site-content/schema.ts'
import type { Section } from '../../contract/site-content/section.ts'
import { type PreviewPage, sectionPreview, sitePreview } from '../../contract/site-content/section-api.ts'

/** Ms without a keystroke before the preview is rendered again */
const pauseMs = 350

/** What is typed in the open form */
export type Typed = { section: Section; value: unknown }

/**
 * The HTML of a page with all drafts and what is typed; undefined until it has loaded. What is missing stays empty. While
 * a color is half typed, the last valid look is shown. It is rendered again when `drafts` changes, and not before
 * they are known.
 */
export function usePreview(
  page: PreviewPage,
  typed: Typed | undefined,
  drafts: string | undefined,
): string | undefined {
  const [shown, setShown] = useState<{ page: PreviewPage; html: string }>()
  const { section, value } = typed ?? {}
  const isShown = shown?.page === page
  const isLoaded = useEffectEvent(() => isShown)
  // An effect, because the server is asked only when typing pauses.
  useEffect(() => {
    if (drafts === undefined) return
    if (section?.id === 'look' && isLoaded() && !z.safeParse(schemaOf(section.fields), value).success) return
    let isCurrent = true
    const pause = isLoaded() ? pauseMs : 0
    const timer = setTimeout(async () => {
      const request = section
        ? call(sectionPreview, { params: { section: section.id }, body: { value, page } })
        : call(sitePreview, { query: { page } })
      // If the server cannot be reached, the preview stays as it is. Saving shows the failure.
      const response = await request.catch(() => undefined)
      if (isCurrent && response) setShown({ page, html: response.html })
    }, pause)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [section, page, value, drafts])
  return isShown ? shown.html : undefined
}
