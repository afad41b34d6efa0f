import { PenLine } from 'lucide-react'
import { paths } from '../../contracts/paths.ts'
import { DraftCard } from './draft-card.tsx'
import { ScreenLink } from './screen-link.tsx'

export function AiToolsTab() {
  return (
    <div className="admin-page">
      <h1>AI Tools</h1>
      <div className="tool-cards">
        <DraftCard />
        <section className="card tool-card" aria-labelledby="enhancement">
          <h2 id="enhancement">Content Enhancement</h2>
          <p>
            Say what you know, or bring notes that you have. It becomes a well-ordered text, and you see
            sentence by sentence what is yours before anything goes into a post.
          </p>
          <p>
            <ScreenLink className="btn" href={paths.adminTab('content-input')}>
              <PenLine aria-hidden="true" />
              Enhance Content
            </ScreenLink>
          </p>
        </section>
      </div>
    </div>
  )
}
