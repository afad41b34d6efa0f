import { useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../../../core/web/api.ts'
import { schemaOf } from '../../contract/site-content/schema.ts'
import type { Section } from '../../contract/site-content/section.ts'
import { type PreviewPage, sectionPreview } from '../../contract/site-content/section-api.ts'

/** Ms without a keystroke before the preview is rendered again */
const pauseMs = 350

/**
 * The HTML of a page with this value of the section; undefined until it has loaded. What is missing stays empty. While a
 * color is half typed, the last valid look is shown.
 */
export function usePreview({ id, fields }: Section, page: PreviewPage, value: unknown): string | undefined {
  const [shown, setShown] = useState<{ page: PreviewPage; html: string }>()
  const isShown = shown?.page === page
  const isLoaded = useEffectEvent(() => isShown)
  // An effect, because the server is asked only when typing pauses.
  useEffect(() => {
    if (id === 'look' && isLoaded() && !z.safeParse(schemaOf(fields), value).success) return
    let isCurrent = true
    const pause = isLoaded() ? pauseMs : 0
    const timer = setTimeout(async () => {
      // If the server cannot be reached, the preview stays as it is. Saving shows the failure.
      const response = await call(sectionPreview, { params: { section: id }, body: { value, page } }).catch(
        () => undefined,
      )
      if (isCurrent && response) setShown({ page, html: response.html })
    }, pause)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [id, fields, page, value])
  return isShown ? shown.html : undefined
}
