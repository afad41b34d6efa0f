import type { Site } from '../../../../core/contract/site.ts'
import { Island } from '../../../../core/web/island.tsx'
import { Carousel, type CarouselProps } from './carousel.tsx'
import { InsightWords } from './insight-words.tsx'

export function InsightsSection({ site }: { site: Site }) {
  const { title, kinds, list } = site.content.insights
  return (
    <div className="section">
      {list.length > 1 ? (
        <Island
          className="wrap"
          of={Carousel}
          name="Carousel"
          props={{ title, kinds, items: list }}
          when="visible"
        />
      ) : (
        <OneInsight title={title} kinds={kinds} items={list} />
      )}
    </div>
  )
}

/** One item needs no controls. */
function OneInsight({ title, kinds, items: [item] }: CarouselProps) {
  if (!item) return null
  return (
    <section className="wrap carousel" aria-labelledby="insights-title">
      <div className="carousel-head">
        <h2 id="insights-title">{title}</h2>
      </div>
      <div className="slides">
        <div className={`slide slide-${item.kind}`}>
          <InsightWords item={item} kind={kinds[item.kind]} />
        </div>
      </div>
    </section>
  )
}
