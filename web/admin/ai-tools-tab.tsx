import { useQueryClient } from '@tanstack/react-query'
import { assistantMessages } from '../../contracts/assistant.ts'
import { paths } from '../../contracts/paths.ts'
import { showToast } from '../ui/toast.ts'
import { explainFailure } from './api.ts'
import { AiButton } from './posts/ai-button.tsx'
import { askAi } from './posts/ai-calls.ts'
import { postListKey } from './posts/post-calls.ts'

export function AiToolsTab() {
  const queries = useQueryClient()

  async function generate() {
    try {
      await askAi(paths.api.generateAiContent)
      showToast({ title: assistantMessages.started })
    } catch (error) {
      showToast({
        title: assistantMessages.generateFailed,
        description: explainFailure(error),
        tone: 'destructive',
      })
    }
    await queries.invalidateQueries({ queryKey: [postListKey] })
  }

  return (
    <div className="admin-page">
      <h1>AI Tools</h1>
      <section className="card tool-card" aria-labelledby="auto-generate">
        <h2 id="auto-generate">Auto-Generate Content</h2>
        <p>
          AI writes a draft about one of your topics. You find it under Manage Posts, and nobody else sees it
          before you publish it.
        </p>
        <AiButton label="Generate a draft" busyLabel="Generating..." run={generate} />
      </section>
    </div>
  )
}
