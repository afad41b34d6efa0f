import { useState } from 'react'
import { Modal } from '../modal.tsx'
import { ScrollRegion } from '../scroll-region.tsx'
import { ComparedField, textOfField } from './compared-post.tsx'
import type { PostValues } from './post-values.ts'

/** What a helper has written. `byAi`: by an AI service, and not by the built-in helper. */
export type Proposal = {
  values: Partial<Pick<PostValues, 'title' | 'content' | 'excerpt' | 'tags'>>
  byAi: boolean
}

type AiProposalProps = {
  before: PostValues
  after: Proposal['values']
  onAccept: (values: Proposal['values']) => void
  onClose: () => void
}

const labels = { title: 'Title', content: 'Content', excerpt: 'Excerpt', tags: 'Tags' } as const
type Field = keyof typeof labels

/** Nothing that somebody has written is replaced without being asked. */
export function AiProposal({ before, after, onAccept, onClose }: AiProposalProps) {
  const fields = (Object.keys(labels) as Field[]).filter((name) => after[name] !== undefined)
  const [chosen, setChosen] = useState<readonly Field[]>(fields)
  return (
    <Modal title="Replace what you have?" wide onClose={onClose}>
      <p>These parts have text already. Choose which of them the proposal may replace.</p>
      <ScrollRegion label="The proposal">
        {fields.map((name) => (
          <div key={name}>
            <ComparedField
              label={labels[name]}
              names={['Before', 'After']}
              before={textOfField(before, name)}
              after={textOfField(after, name)}
            />
            {fields.length > 1 && (
              <label className="check">
                <input
                  type="checkbox"
                  checked={chosen.includes(name)}
                  onChange={(event) =>
                    setChosen(
                      event.currentTarget.checked
                        ? [...chosen, name]
                        : chosen.filter((other) => other !== name),
                    )
                  }
                />
                Replace the {labels[name].toLowerCase()}
              </label>
            )}
          </div>
        ))}
      </ScrollRegion>
      <div className="form-actions">
        <button
          type="button"
          className="btn"
          onClick={() => onAccept(Object.fromEntries(chosen.map((name) => [name, after[name]])))}
        >
          Accept
        </button>
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          Keep mine
        </button>
      </div>
    </Modal>
  )
}
