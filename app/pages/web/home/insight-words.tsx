import { Drawing, type DrawingSource } from '../../../../core/web/site/illustrations/drawing.tsx'
import insight from '../../../../core/web/site/illustrations/insight.svg?drawing'
import quote from '../../../../core/web/site/illustrations/quote.svg?drawing'
import trend from '../../../../core/web/site/illustrations/trend.svg?drawing'
import type { Insight } from '../../../../features/site/contract/site-content/sections.ts'

const drawings: Record<Insight['kind'], DrawingSource> = { insight, trend, quote }

/** What a slide of the carousel shows. `kind` is the name of the item's kind. */
export function InsightWords({ item, kind }: { item: Insight; kind: string }) {
  return (
    <>
      <Drawing of={drawings[item.kind]} className="insight-art" />
      <p className="slide-kind">{kind}</p>
      {item.kind === 'quote' ? (
        <figure>
          <blockquote>“{item.text}”</blockquote>
          {(item.author || item.source) && (
            <figcaption>
              <b>{item.author}</b>
              {item.author && item.source && ', '}
              {item.source}
            </figcaption>
          )}
        </figure>
      ) : (
        <div>
          {item.title && <h3>{item.title}</h3>}
          <p>{item.text}</p>
        </div>
      )}
    </>
  )
}
