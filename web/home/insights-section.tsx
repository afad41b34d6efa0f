import { insightsSection } from '../../content/home.ts'
import { insights } from '../../content/insights.ts'
import { Island } from '../island.tsx'
import { Carousel } from './carousel.tsx'

export function InsightsSection() {
  return (
    <div className="section">
      <Island
        className="wrap"
        of={Carousel}
        name="Carousel"
        props={{ title: insightsSection.title, kinds: insightsSection.kinds, items: insights }}
        when="visible"
      />
    </div>
  )
}
