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
            Say what you know, or paste notes you already have. We turn it into a well-organized draft and
            show you, sentence by sentence, what came from you.
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
